import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {ignores: ["dist/", "src/.observablehq/", "evidence/", ".assay/", "node_modules/", "test/output/"]},
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      "no-console": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", {argsIgnorePattern: "^_", varsIgnorePattern: "^_"}],
      "no-control-regex": "off"
    }
  },
  {files: ["**/*.cjs"], languageOptions: {globals: {module: "readonly"}}},
  {
    files: ["**/*.mjs", "**/*.js"],
    languageOptions: {
      globals: {
        console: "readonly",
        process: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        setTimeout: "readonly",
        setInterval: "readonly",
        clearInterval: "readonly",
        fetch: "readonly"
      }
    },
    rules: {"no-console": "off"}
  }
);
