// Names of branches and tags, and what else people write for a commit, as they come.

/** Nothing that is there has a longer name, and a repository takes no text of any length. */
const LONGEST = 4096;

/** Empty, which names nothing, for what is null or too long to name anything. */
export const refText = (given: string | null): string => (given === null || given.length > LONGEST ? "" : given);
