// Durations in payloads.

/** Seconds; null while it has no end. */
export const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;

/** Whole seconds, as GitLab stores them for pipelines: statically typed clients decode nothing else. */
export function wholeSecondsBetween(from: string | null, to: string | null): number | null {
  const seconds = secondsBetween(from, to);
  return seconds === null ? null : Math.trunc(seconds);
}
