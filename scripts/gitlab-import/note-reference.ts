// The issuable that a system note names. Viewers who may not see it must not see the note.

export interface NoteReference {
  readonly type: "Issue" | "MergeRequest";
  readonly iid: number;
  /** True if it is in another project, or if the note names several issuables: one reference cannot stand for them. */
  readonly isElsewhere: boolean;
  /** 1 for "mentioned in", of which there is one per issuable. */
  readonly isCrossReference: 0 | 1;
}

/** "mentioned in issue #3", "mentioned in merge request group/project!4" */
const CROSS_REFERENCE = /^mentioned in (?:[a-z]+ )+\S*?[#!]\d+$/i;

/** "#3", "group/project!4", "&5": an issue, a merge request, an epic. GitLab adds words for them with each version. */
const REFERENCE = /(?<![\w/.-])([\w./-]*)([#!&])(\d+)\b/g;

/** Notes that quote texts, which viewers see anyway: titles, tasks of descriptions, and messages of commits. */
const QUOTING =
  /^(?:changed (?:the )?title|title changed|marked the (?:task|checklist item)|added \d+ (?:new )?commit)/i;

/** Null for a note that names none. @param body of a system note */
export function referenceOf(body: string): NoteReference | null {
  if (QUOTING.test(body)) return null;
  const found = [...body.matchAll(REFERENCE)];
  const [, project, sign, iid] = found[0] ?? [];
  if (sign === undefined) return null;
  return {
    type: sign === "!" ? "MergeRequest" : "Issue",
    iid: Number(iid),
    isElsewhere: project !== "" || sign === "&" || new Set(found.map(([text]) => text)).size > 1,
    isCrossReference: CROSS_REFERENCE.test(body) ? 1 : 0,
  };
}
