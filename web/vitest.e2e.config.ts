import { defineConfig } from "vitest/config";

// Tests in a real browser. Each file has its own server, and the files run one after the other.
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
