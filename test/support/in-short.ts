// What tests are given, for their titles: a title is sent, kept and written down many times.
const MOST = 200;

/** As JSON; of what is long, how it begins and how long it is. */
export function inShort(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST / 2)}... (${text.length} characters)`;
}
