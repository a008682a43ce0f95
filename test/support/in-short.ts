// Shortens test parameters for use in titles, which Vitest transfers, stores and prints several times.
const MOST = 200;

/** JSON of the value; over 200 characters, only its first 100 and its length. */
export function inShort(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST / 2)}... (${text.length} characters)`;
}
