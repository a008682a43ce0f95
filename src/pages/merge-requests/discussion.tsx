// The notes of a merge request, with its discussions as threads that can be answered and resolved.
import { Pages } from "../components/basics.tsx";
import { ActionButton, Button, Form, TextArea } from "../components/form.tsx";
import { fileId } from "../diff/shown-files.ts";
import { CommentForm, Hidden, mayDiscuss, Note, type NotesProps } from "../issuables/notes.tsx";
import { SystemNote } from "../issuables/system-note.tsx";
import type { InspectedMergeRequest } from "./inspect-merge-request.ts";
import type { Entry, Thread } from "./threads.ts";

interface Props extends NotesProps {
  readonly mergeRequest: Pick<InspectedMergeRequest, "id" | "may" | "surroundings">;
  readonly entries: readonly Entry[];
}

export const Discussion = (props: Props) => {
  const { visit, base, around, entries, mergeRequest, rendering } = props;
  const { discussions, resolved_discussions: resolved } = mergeRequest.surroundings;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">Discussion</h2>
      {discussions > 0 && (
        <p class="quiet">
          {resolved} of {discussions === 1 ? "1 discussion" : `${discussions} discussions`} resolved
        </p>
      )}
      <Pages visit={visit} listed={around.notes} path={base} />
      {entries.map((entry) => {
        if ("thread" in entry) return <ThreadBox {...props} thread={entry.thread} />;
        const { note } = entry;
        return note.system ? (
          <SystemNote visit={visit} note={note} choices={around.choices} rendering={rendering} />
        ) : (
          <Note {...props} note={note} />
        );
      })}
      <Pages visit={visit} listed={around.notes} path={base} />
      <CommentForm {...props}>
        <button type="submit" class="button plain" formaction={`${base}/discussions`}>
          Start discussion
        </button>
      </CommentForm>
    </section>
  );
};

/** Resolved ones are closed, unless their form was just refused. */
const ThreadBox = (props: Props & { thread: Thread }) => {
  const { visit, base, thread } = props;
  const action = `${base}/discussions/${thread.id}/notes`;
  const [first] = thread.notes;
  return (
    <details
      class="box thread"
      id={`discussion_${thread.id}`}
      open={!thread.isResolved || visit.url.pathname === action}
    >
      <summary>
        {first?.author.name} {thread.isBeginning ? "started a discussion" : "continued a discussion of an earlier page"}{" "}
        {thread.place !== null && (
          <a href={`${base}/diffs#${fileId(thread.place.path)}`}>
            <code>{thread.place.text}</code>
          </a>
        )}{" "}
        {thread.isResolved && (
          <span class="state success">Resolved{thread.resolver && ` by ${thread.resolver.name}`}</span>
        )}
      </summary>
      {thread.notes.map((note) => (
        <Note {...props} note={note} />
      ))}
      {mayDiscuss(props) && <Reply {...props} />}
      <Resolve {...props} />
    </details>
  );
};

type ThreadProps = Props & { readonly thread: Thread };

/** Fields have unique names, because their ids are their names. */
const Reply = ({ visit, base, around, mergeRequest, thread }: ThreadProps) => {
  const action = `${base}/discussions/${thread.id}/notes`;
  const field = `reply_${thread.id}`;
  return (
    <details open={visit.url.pathname === action}>
      <summary>Reply</summary>
      <Form visit={visit} action={action} label="Reply">
        <Hidden fields={{ id: String(mergeRequest.id), notes: String(around.notes.total ?? 0) }} />
        <TextArea name={field} label="Reply" value={visit.entered(field)} rows={3} required />
        <Button>Reply</Button>
      </Form>
    </details>
  );
};

const Resolve = ({ visit, base, around, mergeRequest, thread }: ThreadProps) =>
  mergeRequest.may.resolve ? (
    <ActionButton
      visit={visit}
      action={`${base}/discussions/${thread.id}/resolve`}
      fields={{
        id: String(mergeRequest.id),
        page: String(around.notes.page),
        resolved: String(!thread.isResolved),
      }}
    >
      {thread.isResolved ? "Mark as unresolved" : "Mark as resolved"}
    </ActionButton>
  ) : null;
