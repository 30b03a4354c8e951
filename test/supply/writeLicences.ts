/** Writes `docs/licences.md` from the lock file: `npx tsx test/supply/writeLicences.ts` */
import {writeFileSync} from "node:fs";
import {licencesText} from "./licences.js";

writeFileSync("docs/licences.md", licencesText());
