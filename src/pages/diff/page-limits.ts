// What a page shows of a diff (docs/limits.md).

export const pageLimits = {
  /** Files with a box of their own. */
  files: 1_000,
  /** Characters of their paths. */
  paths: 200_000,
  /** Changed lines of a file, beyond which it is shown only alone. */
  openFile: 500,
  /** Lines of all files. */
  rows: 10_000,
  /** Characters of HTML, of all lines. */
  html: 3_000_000,
  /** Comparisons of two lines to ignore whitespace: about 0.1 s. */
  comparisons: 20_000_000,
} as const;

/** What is left of the limits while a page is made. */
export interface PageBudget {
  rows: number;
  html: number;
  comparisons: number;
}

export const newPageBudget = (): PageBudget => {
  const { rows, html, comparisons } = pageLimits;
  return { rows, html, comparisons };
};
