// The issuable that a system note names. Viewers who may not see it must not see the note.

export interface NoteReference {
  readonly type: "Issue" | "MergeRequest";
  readonly iid: number;
  /** True if it is in another project. */
  readonly isElsewhere: boolean;
  /** 1 for "mentioned in", of which there is one per issuable. */
  readonly isCrossReference: 0 | 1;
}

/** GitLab's words: "mentioned in issue #3", "moved to group/project#3", "marked this issue as a duplicate of #3". */
const CROSS_REFERENCE = /^mentioned in (?:issue|merge request) (\S*?)([#!])(\d+)$/i;
const OTHER = /^(?:moved|marked|created|closed via|cloned)\b.*?(?:^|\s)(\S*?)([#!])(\d+)\b/i;

/** Null for a note that names none. @param body of a system note */
export function referenceOf(body: string): NoteReference | null {
  const cross = CROSS_REFERENCE.exec(body);
  const [, project, sign, iid] = cross ?? OTHER.exec(body) ?? [];
  if (sign === undefined) return null;
  return {
    type: sign === "#" ? "Issue" : "MergeRequest",
    iid: Number(iid),
    isElsewhere: project !== "",
    isCrossReference: cross === null ? 0 : 1,
  };
}
