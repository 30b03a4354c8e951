import {fileURLToPath} from "node:url";

/** The checkout, wherever the command was called from. */
export const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));
