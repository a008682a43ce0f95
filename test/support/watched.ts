// What the Worker of mortal-worker.ts and the test's server (fate.ts) say to each other.

/** `stall`: the next transaction never ends. `sleep`: the alarm does nothing. */
export type Verdict = "go on" | "stall" | "sleep";

/** The Worker calls the test's server for steps of the projects that are named here (`?project=1&project=2`). */
export const WATCH_PATH = "/watch";
