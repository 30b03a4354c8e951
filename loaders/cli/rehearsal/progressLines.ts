import type {CliEffects} from "../effects.js";

/** Prints progress: on a terminal a transient line is replaced by the next, elsewhere every line stays. */
export function progressLines(effects: Pick<CliEffects, "talk" | "interactive">): {
  talk(line: string, transient: boolean): void;
  end(): void;
} {
  let open = false;
  return {
    talk(line, transient) {
      const clear = open ? "\r\u001b[K" : "";
      open = transient && effects.interactive;
      effects.talk(`${clear}${open ? line.slice(0, 160) : `${line}\n`}`);
    },
    end() {
      if (open) effects.talk("\n");
      open = false;
    }
  };
}
