// Places in diffs of merge requests that discussions are about. They are stored as JSON: nothing selects by their parts.

/** Line numbers in the two versions of a file; null in the one that does not have the line. */
export interface DiffLine {
  readonly old_line: number | null;
  readonly new_line: number | null;
}

/** An end of a range of lines. */
export interface RangeEnd extends DiffLine {
  readonly line_code: string | null;
  readonly type: string | null;
}

export interface LineRange {
  readonly start: RangeEnd;
  readonly end: RangeEnd;
}

/** In the form of GitLab's API, of the version of the merge request with these commits. */
export interface Position extends DiffLine {
  readonly base_sha: string;
  readonly start_sha: string;
  readonly head_sha: string;
  readonly old_path: string;
  readonly new_path: string;
  readonly position_type: "text" | "file";
  readonly line_range: LineRange | null;
}
