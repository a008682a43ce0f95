// The tests of git's formats and of the repository's parts, which need no server: for short rounds while writing them.
import { defineConfig } from "vitest/config";
import { loadedByNode } from "./test/support/loaded-by-node.ts";

export default defineConfig({ test: { ...loadedByNode, include: ["test/git/**/*.test.ts"], testTimeout: 30_000 } });
