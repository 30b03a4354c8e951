/** What the notebook knows of the loaded tables and views. */
export interface NotebookSchema {
  tables: {
    name: string;
    about: string;
    rows: number;
    /** Its file is fetched when a query first names it. */
    on_demand: boolean;
    columns: {name: string; type: string; about: string}[];
  }[];
  views: {name: string; sql: string; columns: {name: string; type: string}[]}[];
  campaigns: string[];
  /** Those of them that a simulator answered. */
  simulated: string[];
}
