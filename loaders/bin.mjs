#!/usr/bin/env node
// `assay`: the same door as `npm run`, for an installed package.
import {register} from "tsx/esm/api";

register();
const {main} = await import("./cli.ts");
process.exitCode = await main(process.argv.slice(2));
