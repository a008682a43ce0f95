// Dates in UTC, as the API uses them.

/** `YYYY-MM-DD`, `offset` days from today. */
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

export const yesterday = (): string => day(-1);
export const today = (): string => day(0);
export const tomorrow = (): string => day(1);
