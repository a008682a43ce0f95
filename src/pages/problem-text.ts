// The API's refusals in words for a page.
import type { ApiError } from "../http/errors.ts";

/** `Title can't be blank. Path has already been taken.` */
export function problemText({ status, body }: ApiError): string {
  const message = textIn(body);
  return message === null ? `The request was refused (${status}).` : asSentence(message);
}

function textIn(body: object | null): string | null {
  if (body === null) return null;
  const { message, error } = body as { message?: unknown; error?: unknown };
  const given = message ?? error;
  if (typeof given === "string") return withoutHash(given.replace(/^\d{3} /, ""));
  if (Array.isArray(given)) return given.join(". ");
  if (typeof given !== "object" || given === null) return null;
  return Object.entries(given)
    .flatMap(([field, problems]) => [problems].flat().map((problem) => fieldProblem(field, String(problem))))
    .join(". ");
}

/** `Failed to save group {:path=>["has already been taken"]}` as `path has already been taken`. */
const withoutHash = (text: string): string =>
  text.replace(/^Failed to [^{]*\{(.*)\}$/s, (_, hash: string) => hash.replaceAll(/:(\w+)=>\["(.*?)"\]/gs, "$1 $2"));

const fieldProblem = (field: string, problem: string): string =>
  field === "base" ? problem : asSentence(`${field.replaceAll("_", " ")} ${problem}`, "");

function asSentence(text: string, end = "."): string {
  const trimmed = text.trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(capital) ? capital : capital + end;
}
