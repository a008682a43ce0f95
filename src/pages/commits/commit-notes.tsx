// Comments on a commit, below lines of its diff or below all of it, and the form for one.
import { raw } from "hono/html";
import type { CommitCommentRow } from "../../db/queries/commits/comments.ts";
import { Time, UserLink, withQuery } from "../components/basics.tsx";
import { Button, Form, TextArea } from "../components/form.tsx";
import { renderMarkdown } from "../content/render-markdown.ts";
import type { RenderOptions } from "../content/render-options.ts";
import type { LineNotes } from "../diff/render-rows.ts";
import type { Visit } from "../visit.ts";

/** A line of the diff, as the API names it. */
interface Place {
  readonly path: string;
  readonly line: number;
  readonly type: "new" | "old";
}

const keyOf = ({ path, line, type }: Place): string => `${type} ${line} ${path}`;

export class CommitNotes implements LineNotes {
  readonly #visit: Visit;
  readonly #canAdd: boolean;
  readonly #rendering: RenderOptions;
  /** Comments that have not been shown yet, by the keys of their lines. */
  readonly #waiting = new Map<string, CommitCommentRow[]>();
  /** Without a line, or of a line that is not shown. */
  readonly #others: CommitCommentRow[] = [];
  /** The line of the form that was refused. */
  readonly #refused: string | null;
  /** True if there is a form below a line. */
  hasForm = false;

  constructor(visit: Visit, comments: readonly CommitCommentRow[], canAdd: boolean, rendering: RenderOptions) {
    this.#visit = visit;
    this.#canAdd = canAdd;
    this.#rendering = rendering;
    const { path, line, type } = {
      path: visit.formText("path"),
      line: visit.formText("line"),
      type: visit.formText("line_type"),
    };
    this.#refused = path === undefined ? null : `${type} ${line} ${path}`;
    for (const comment of comments) {
      if (comment.path === null || comment.line === null) this.#others.push(comment);
      else this.#at(keyOf({ path: comment.path, line: comment.line, type: comment.line_type ?? "new" })).push(comment);
    }
  }

  #at(key: string): CommitCommentRow[] {
    const comments = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, comments);
    return comments;
  }

  get formUrl(): LineNotes["formUrl"] {
    if (!this.#canAdd) return null;
    const page = withQuery(this.#visit.url, { comment: null });
    const start = page + (page.includes("?") ? "&" : "?");
    return (code) => `${start}comment=${code}#${code}`;
  }

  below(path: string, type: "new" | "old", line: number, code: string): string {
    const isNamed = this.#canAdd && this.#visit.queryText("comment") === code;
    // Of ten thousand lines, most end here.
    if (this.#waiting.size === 0 && this.#refused === null && !isNamed) return "";
    const key = keyOf({ path, line, type });
    const comments = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    const hasForm = !this.hasForm && (isNamed || this.#refused === key);
    this.hasForm ||= hasForm;
    if (comments.length === 0 && !hasForm) return "";
    return (
      <>
        <CommentList visit={this.#visit} comments={comments} rendering={this.#rendering} />
        {hasForm && <CommentForm visit={this.#visit} place={{ path, type, line }} code={code} />}
      </>
    ).toString();
  }

  /** To be called after the diff was rendered. */
  get others(): readonly CommitCommentRow[] {
    return [...this.#others, ...[...this.#waiting.values()].flat()].sort((a, b) => a.id - b.id);
  }
}

/** Characters of a comment; more are left out, because a page has a hundred comments. */
const MOST_CHARACTERS = 20_000;

interface CommentListProps {
  readonly visit: Visit;
  readonly comments: readonly CommitCommentRow[];
  readonly rendering: RenderOptions;
}

export const CommentList = ({ visit, comments, rendering }: CommentListProps) =>
  comments.map(({ author_username: username, author_name: name, created_at, note }) => (
    <article class="box">
      <p class="box-head">
        <UserLink user={{ username, name }} /> <Time now={visit.base.now} time={created_at} />
      </p>
      <div class="markdown">{raw(renderMarkdown(note.slice(0, MOST_CHARACTERS), rendering))}</div>
      {note.length > MOST_CHARACTERS && <p class="meta">The rest of this comment is too long to be shown.</p>}
    </article>
  ));

/** @param code the line's anchor, which a comment leads back to */
export const CommentForm = ({ visit, place, code }: { visit: Visit; place?: Place; code?: string }) => (
  <Form visit={visit} action={withQuery(visit.url, { comment: null })} label="Comment">
    {place && (
      <>
        <input type="hidden" name="path" value={place.path} />
        <input type="hidden" name="line" value={String(place.line)} />
        <input type="hidden" name="line_type" value={place.type} />
        <input type="hidden" name="code" value={code} />
      </>
    )}
    <TextArea
      name="note"
      label={place ? "Comment on this line" : "Comment"}
      value={isRefused(visit, place) ? visit.entered("note") : ""}
      required
      rows={4}
    />
    <Button kind="primary">Comment</Button>
  </Form>
);

/** True if this is the form that was submitted. */
const isRefused = (visit: Visit, place: Place | undefined): boolean => visit.formText("path") === place?.path;
