import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { __LANG__: JSON.stringify("en") },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  test: { setupFiles: ["vitest.setup.mjs"] },
});
