/** A column of a table: its name in SQL, its DuckDB type, and what it means. */
export interface Column {
  name: string;
  type: "VARCHAR" | "BIGINT" | "DOUBLE" | "BOOLEAN" | "VARCHAR[]" | "TIMESTAMP";
  about: string;
}
export interface Table {
  name: string;
  about: string;
  columns: Column[];
}

export const c = (name: string, type: Column["type"], about: string): Column => ({name, type, about});
export const campaign = c("campaign_id", "VARCHAR", "YYYY-MM-DD-slug");
export const profile = c("profile", "VARCHAR", "a recipe with a context and a concurrency, as measured");
export const stage = c("stage", "VARCHAR", "<NN>-<slug>");
export const requestIds = c("request_ids", "VARCHAR[]", "requests behind it");
export const files = c("files", "VARCHAR[]", "evidence files behind it, relative to the campaign");
