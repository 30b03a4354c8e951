import {expect, test} from "vitest";
import {refuseReach} from "../../src/components/sql/refuseReach.js";

test.each([
  "INSTALL httpfs",
  "select 1; /* now */ Load json",
  "-- x\nATTACH 'a.db'",
  "copy t to 'x'",
  " set a = 1",
  "PRAGMA version"
])("refuses what reaches outside the tables: %s", (sql) =>
  expect(() => refuseReach(sql)).toThrow(/Permission Error: [A-Z]+ is refused/)
);

test.each([
  "SELECT 'x; install y'",
  "with a as (select 1) from a",
  "DROP TABLE campaigns",
  'select "set" from t -- ; load x',
  "select 1 as load"
])("leaves questions alone: %s", (sql) => expect(() => refuseReach(sql)).not.toThrow());
