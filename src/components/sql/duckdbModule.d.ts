// Framework resolves the name without a version to one of its own choice; with `@1` it takes the one in its cache, which the build fills from node_modules.
declare module "npm:@duckdb/duckdb-wasm@1" {
  export * from "@duckdb/duckdb-wasm";
}
