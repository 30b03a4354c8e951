import {createHash} from "node:crypto";

/** Lower-case hex SHA-256 of a text (as UTF-8) or of bytes. */
export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
