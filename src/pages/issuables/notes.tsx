// The discussion of an issue or a merge request: notes with their awards, and the form of the next comment.
import type { Child } from "hono/jsx";
import { canDiscuss, canOnProject } from "../../permissions/abilities.ts";
import { Pages, Time, UserLink } from "../components/basics.tsx";
import { ActionButton, Button, Form, TextArea } from "../components/form.tsx";
import type { RenderOptions } from "../content/render-options.ts";
import type { Visit } from "../visit.ts";
import { Awards } from "./awards.tsx";
import type { ShownNote, Surroundings } from "./read.ts";
import { SystemNote } from "./system-note.tsx";
import { Text } from "./text.tsx";

export interface NotesProps {
  readonly visit: Visit;
  /** The path of the issue or the merge request. */
  readonly base: string;
  readonly issuable: { readonly id: number; readonly state: string; readonly discussion_locked: boolean };
  readonly around: Surroundings;
  readonly rendering: RenderOptions;
  /** The viewer may close and reopen it. */
  readonly canChangeState: boolean;
}

export const Notes = (props: NotesProps) => {
  const { visit, around } = props;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Discussion</h2>
      <Pages visit={visit} listed={around.notes} path={props.base} />
      {around.notes.rows.map((note) =>
        note.system ? (
          <SystemNote visit={visit} note={note} choices={around.choices} rendering={props.rendering} />
        ) : (
          <Note {...props} note={note} />
        ),
      )}
      <Pages visit={visit} listed={around.notes} path={props.base} />
      <CommentForm {...props} />
    </section>
  );
};

export const Note = (props: NotesProps & { note: ShownNote }) => {
  const { visit, base, issuable, around, note } = props;
  const isOwn = note.author.id === around.project.viewer_id;
  const canEdit = isOwn || canOnProject(around.project, "admin_note", around.project.access_level);
  const isEdited = canEdit && editedNote(visit) === note.id;
  return (
    <article class="box note" id={`note_${note.id}`}>
      <header class="box-head meta">
        <UserLink user={note.author} />
        <a href={`#note_${note.id}`}>
          <Time now={visit.base.now} time={note.created_at} />
        </a>
        {note.updated_at !== note.created_at && <span>edited</span>}
        {canEdit && !isEdited && (
          <a href={`${base}?page=${around.notes.page}&edit_note=${note.id}#note_${note.id}`} class="end">
            Edit
          </a>
        )}
      </header>
      {isEdited ? (
        <EditForm {...props} />
      ) : (
        <Text source={note.body} rendering={props.rendering} whole={wholeUrl(props, `note_${note.id}`)} />
      )}
      <Awards visit={visit} base={base} id={issuable.id} noteId={note.id} awards={around.awards} isOwn={isOwn} />
    </article>
  );
};

/** Where the text with this anchor is shown in full; undefined on that page. */
export const wholeUrl = (
  { visit, base, around }: Pick<NotesProps, "visit" | "base" | "around">,
  anchor: string,
): string | undefined =>
  visit.queryText("whole") === anchor ? undefined : `${base}?page=${around.notes.page}&whole=${anchor}#${anchor}`;

/** The note whose form is shown: that of `edit_note`, or of the path to which the form was submitted. */
const editedNote = (visit: Visit): number => Number(visit.queryText("edit_note") ?? visit.path.note_id ?? 0);

const EditForm = ({ visit, base, issuable, around, note }: NotesProps & { note: ShownNote }) => {
  const fields = { id: String(issuable.id), page: String(around.notes.page) };
  return (
    <>
      <Form visit={visit} action={`${base}/notes/${note.id}`}>
        <Hidden fields={fields} />
        <TextArea name="note" label="Comment" value={visit.entered("note", note.body)} required />
        <div class="actions">
          <Button kind="primary">Save comment</Button>
          <a href={`${base}?page=${around.notes.page}#note_${note.id}`}>Cancel</a>
        </div>
      </Form>
      <ActionButton visit={visit} action={`${base}/notes/${note.id}/delete`} fields={fields} isConfirmed>
        Delete comment
      </ActionButton>
    </>
  );
};

export const Hidden = ({ fields }: { fields: Readonly<Record<string, string>> }) => (
  <>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);

/** @param children further buttons of the form */
export const CommentForm = (props: NotesProps & { readonly children?: Child }) => (
  <>
    {props.issuable.discussion_locked && (
      <p class="notice">The discussion is locked: only members of the project comment.</p>
    )}
    {mayDiscuss(props) && <OpenCommentForm {...props} />}
  </>
);

/** True if the viewer may comment, though the discussion may be locked. */
export const mayDiscuss = ({ issuable, around: { project } }: Pick<NotesProps, "issuable" | "around">): boolean =>
  canDiscuss(project, { discussion_locked: issuable.discussion_locked ? 1 : 0 }, project.access_level);

const OpenCommentForm = (props: NotesProps & { readonly children?: Child }) => {
  const { visit, base, issuable, around, canChangeState, children } = props;
  const isOpen = issuable.state !== "closed" && issuable.state !== "merged";
  return (
    <Form visit={visit} action={`${base}/notes`} class="box" label="Comment">
      <Hidden fields={{ id: String(issuable.id), notes: String(around.notes.total ?? 0) }} />
      <TextArea name="body" label="Comment" value={visit.entered("body")} rows={5} hint="Markdown is supported." />
      <div class="actions">
        <Button kind="primary">Comment</Button>
        {canChangeState && issuable.state !== "merged" && (
          <Button name="state_event" value={isOpen ? "close" : "reopen"}>
            {isOpen ? "Comment and close" : "Comment and reopen"}
          </Button>
        )}
        {children}
      </div>
    </Form>
  );
};
