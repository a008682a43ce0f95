// What the names of properties say about their values and the types do not. The checks of all responses in the tests
// hold the document to it.
import type { JsonSchema } from "../../src/http/coerce.ts";

const dates: ReadonlySet<string> = new Set(["due_date", "start_date", "expires_at"]);
const instants: ReadonlySet<string> = new Set(["authored_date", "committed_date", "disabled_until", "timestamp"]);

/** Numbers that are no integers. */
const fractions: ReadonlySet<string> = new Set(["coverage", "build_duration", "execution_duration"]);

export const isFraction = (property: string): boolean => fractions.has(property);

/** The format of a text. */
export function formatOf(property: string): JsonSchema {
  if (dates.has(property)) return { format: "date" };
  if (property.endsWith("_at") || instants.has(property)) return { format: "date-time" };
  return property === "web_url" ? { format: "uri" } : {};
}
