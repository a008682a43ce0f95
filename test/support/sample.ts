// How much of the random and the exhaustive tests runs: `npm test` takes a sample; CI, and a file that is run by its name,
// take everything.

/** True in `npm test`. */
export const isSample = process.env.TESTS === "sample";

/** The number of random cases: what the variable GIT_CASES says, or `all` of them, or a sample. */
export const cases = (all: number, sample: number = Math.ceil(all / 4)): number =>
  Number(process.env.GIT_CASES ?? (isSample ? sample : all));

/**
 * What one row of a table is tried with: in a sample every fourth of `items`, others for each row, so that four rows
 * have had all of them.
 *
 * @param row index of the row
 */
export const sampled = <T>(items: readonly T[], row: number, every = 4): readonly T[] =>
  isSample ? items.filter((_, at) => at % every === row % every) : items;
