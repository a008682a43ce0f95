// The place in a diff of a merge request that a new discussion is about.
import type { LineRange, Position } from "../../../db/queries/noteables/positions.ts";
import { fieldsOf, integer, oneOf, text } from "../../../http/coerce.ts";
import { badParameters } from "../../../http/errors.ts";
import type { ParamValues } from "../../../http/params.ts";
import { optional } from "../../../http/params.ts";

const end = fieldsOf({ line_code: text, type: text, old_line: integer, new_line: integer });

/** Positions in images are not supported. */
const position = fieldsOf({
  position_type: oneOf("text", "file"),
  base_sha: text,
  start_sha: text,
  head_sha: text,
  old_path: text,
  new_path: text,
  old_line: integer,
  new_line: integer,
  line_range: fieldsOf({ start: end, end }),
});

export const positionParam = { position: optional(position) };

type Given = NonNullable<ParamValues<typeof positionParam>["position"]>;

const needed = ["base_sha", "start_sha", "head_sha", "position_type"] as const;

/** Null without a position. @throws ApiError 400 if it is not complete */
export function positionOf(given: Given | undefined): Position | null {
  if (given === undefined) return null;
  const missing = needed.filter((name) => !given[name]);
  if (missing.length > 0) throw badParameters(missing.map((name) => `position[${name}] is missing`));
  const { base_sha, start_sha, head_sha, old_path, new_path, position_type, old_line, new_line, line_range } = given;
  if (textsOf(line_range).some((one) => one.length > LONGEST)) throw badParameters(["position is invalid"]);
  const path = new_path ?? old_path ?? "";
  const isOfLine = position_type !== "file";
  return {
    base_sha: base_sha ?? "",
    start_sha: start_sha ?? "",
    head_sha: head_sha ?? "",
    old_path: old_path ?? path,
    new_path: path,
    position_type: isOfLine ? "text" : "file",
    old_line: isOfLine ? old_line : null,
    new_line: isOfLine ? new_line : null,
    line_range: isOfLine ? rangeOf(line_range) : null,
  };
}

/** Characters of the texts of a range, which are stored as given. */
const LONGEST = 255;

const textsOf = (range: Given["line_range"]): string[] =>
  [range?.start, range?.end].flatMap((one) => [one?.line_code ?? "", one?.type ?? ""]);

const rangeOf = (range: Given["line_range"]): LineRange | null =>
  range?.start && range.end ? { start: range.start, end: range.end } : null;

/** The lines that the diff has to have. */
export const linesOf = ({ position_type, old_line, new_line, line_range }: Position) => [
  ...(position_type === "text" ? [{ old_line, new_line }] : []),
  ...(line_range === null ? [] : [line_range.start, line_range.end])
    .filter((line) => line.old_line !== null || line.new_line !== null)
    .map((line) => ({ old_line: line.old_line, new_line: line.new_line })),
];
