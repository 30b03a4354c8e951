// Where the client's thread begins: plain JavaScript, since a thread of this Node does not read TypeScript before it is told how.
import {register} from "tsx/esm/api";

register();
await import("./socketThread.ts");
