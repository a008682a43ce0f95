// Parameters that name a branch, a tag or another revision.

/** Characters. Longer names do not exist, and a call to the repository is limited in size. */
const LONGEST = 4096;

/** Returns an empty text, which names nothing, for null and for a text that is too long. */
export const refText = (given: string | null): string => (given === null || given.length > LONGEST ? "" : given);
