// Logs failures of the platform that may concern every request, without one line for each.

const INTERVAL_MS = 60_000;

const lastLogged = new Map<string, number>();

/** Logs the text at most once a minute for each isolate. */
export function logSeldom(text: string, cause: unknown): void {
  const now = Date.now();
  if (now - (lastLogged.get(text) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
  lastLogged.set(text, now);
  console.error(text, cause);
}
