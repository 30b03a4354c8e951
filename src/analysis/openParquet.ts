import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {Problem} from "../schema/problem.js";
import {TABLES} from "../schema/tables.js";
import {insertParquet} from "./insertParquet.js";
import {emptyDatabase, type Database} from "./database.js";
import {createKeptViews} from "./views.js";

/** Loads the tables that `export` wrote (`<table>/campaign_id=<id>/*.parquet`) and creates the views over them. Throws a Problem where the folder holds no export. */
export async function openParquet(folder: string): Promise<Pick<Database, "connection" | "problems" | "close">> {
  const db = await emptyDatabase();
  const present = await tablesIn(folder);
  if (present.length === 0)
    throw new Problem("EXPORT_EMPTY", "The folder holds no exported table", {
      where: folder,
      why: "no <table>/campaign_id=<id>/*.parquet is in it",
      next: "write one with `npm run export -- DIR`"
    });
  for (const {name} of TABLES) if (present.includes(name)) await insertParquet(db.connection, folder, name);
  await createKeptViews(db.connection);
  return {connection: db.connection, problems: [], close: () => db.close()};
}

async function tablesIn(folder: string): Promise<string[]> {
  try {
    const names = (await readdir(folder, {withFileTypes: true})).filter((e) => e.isDirectory()).map((e) => e.name);
    const filled = await Promise.all(
      names.map(async (name) =>
        (await readdir(join(folder, name))).some((n) => n.startsWith("campaign_id=")) ? name : ""
      )
    );
    return filled.filter((name) => name !== "");
  } catch (error) {
    throw new Problem("EXPORT_MISSING", "The exported folder cannot be read", {
      where: folder,
      why: (error as NodeJS.ErrnoException).code ?? String(error),
      cause: error
    });
  }
}
