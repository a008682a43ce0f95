// The folder in which Node keeps compiled code, for the scripts that tests start: one of 0.25 s takes 0.1 s.
import { join } from "node:path";
import { projectRoot } from "../../scripts/project.ts";

/** The value of NODE_COMPILE_CACHE. */
export const compileCache = join(projectRoot, "dist/compile-cache");
