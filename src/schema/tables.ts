import {JUDGED_TABLES} from "./tables/judgedTables.js";
import {MEASURED_TABLES} from "./tables/measuredTables.js";
import {RECORDED_TABLES} from "./tables/recordedTables.js";
import type {Table} from "./tables/column.js";

/** The loaded tables of section 8.1: names, DuckDB types and meanings. One source for the loader, the Arrow files, the notebook and the documentation. */
export const TABLES: readonly Table[] = [...MEASURED_TABLES, ...RECORDED_TABLES, ...JUDGED_TABLES];
