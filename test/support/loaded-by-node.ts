// Options of vitest with which Node loads `src`, by `native-sources.ts`.
import { join } from "node:path";

export const loadedByNode = {
  execArgv: [`--import=${join(import.meta.dirname, "native-sources.ts")}`],
  server: { deps: { external: [/\/src\/.*\.tsx?$/] } },
};
