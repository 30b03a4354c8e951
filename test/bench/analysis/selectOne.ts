/** The least that a question in SQL costs in this runtime. */
import {DuckDBInstance} from "@duckdb/node-api";

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
const reader = await connection.runAndReadAll("select 1");
process.stdout.write(`${JSON.stringify(reader.getRows())}\n`);
connection.closeSync();
