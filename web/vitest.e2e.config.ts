import { defineConfig } from "vitest/config";

// Tests in a real browser, each file with a server of its own, one after the other.
export default defineConfig({
  define: { __LANG__: JSON.stringify("en") },
  test: {
    dir: "e2e",
    include: ["**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
