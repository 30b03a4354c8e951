import {Problem} from "../../../src/schema/problem.js";
import type {EvidenceWriter} from "../../record/index.js";
import type {RestoreSink} from "./restoreEffects.js";

/** A restoration's writes into a campaign's open record. A name that is taken (an earlier restoration's) gets the next number. */
export function writerSink(writer: EvidenceWriter): RestoreSink {
  return {
    append: async (event, detail) => void (await writer.log(event, detail)),
    async write(path, record) {
      const clean = writer.redactor.value(record);
      for (let number = 1; ; number++) {
        const name = number === 1 ? path : path.replace(/\.json$/, `.${String(number).padStart(4, "0")}.json`);
        try {
          await writer.writeJson(name, clean);
          return name;
        } catch (error) {
          if (!(error instanceof Problem) || error.code !== "file-exists") throw error;
        }
      }
    },
    log: async (profile, text) =>
      writer.stage(profile, await writer.nextStage(profile, "container-left")).writeLog(text)
  };
}
