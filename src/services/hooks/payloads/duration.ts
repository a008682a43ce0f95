// How long something took, in payloads.

/** Seconds; null while it has not ended. */
export const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;
