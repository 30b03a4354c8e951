/** Who may import whom (DESIGN: data flows one way). */
module.exports = {
  forbidden: [
    {
      name: "schema-is-a-leaf",
      severity: "error",
      from: {path: "^src/schema"},
      to: {path: "^(src/(?!schema)|loaders|test)"}
    },
    {
      name: "metrics-know-only-schema",
      severity: "error",
      from: {path: "^src/metrics"},
      to: {path: "^(src/(?!metrics|schema)|loaders|test)"}
    },
    {
      name: "analysis-knows-no-loader",
      severity: "error",
      from: {path: "^src/analysis"},
      to: {path: "^(loaders|src/(data|components)|test)"}
    },
    {
      name: "loaders-know-no-analysis",
      severity: "error",
      from: {path: "^loaders/(?!cli)"},
      to: {path: "^src/(analysis|data|components)"}
    },
    {
      name: "only-the-door-opens-doors",
      severity: "error",
      from: {path: "^loaders/(?!cli|bin)"},
      to: {path: "^loaders/cli"}
    },
    {
      name: "components-are-browser-code",
      severity: "error",
      from: {path: "^src/components"},
      to: {path: "^(loaders|src/(analysis|data)|test)"}
    },
    {
      name: "simulator-knows-no-graders",
      severity: "error",
      from: {path: "^loaders/simulator"},
      to: {path: "^loaders/(stages|campaign|record|import|host)"}
    },
    {
      name: "host-knows-no-simulator",
      severity: "error",
      from: {path: "^loaders/(host|stages|record|import)"},
      to: {path: "^loaders/simulator"}
    },
    {name: "no-circles", severity: "error", from: {}, to: {circular: true}}
  ],
  options: {
    doNotFollow: {path: "node_modules"},
    tsPreCompilationDeps: true,
    tsConfig: {fileName: "tsconfig.json"},
    exclude: {path: "(node_modules|src/\\.observablehq)"}
  }
};
