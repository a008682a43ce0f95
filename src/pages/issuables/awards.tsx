// Award emoji of an issue, a merge request or a note: counts, which are buttons for those who may take part.
import type { AwardCountRow } from "../../db/queries/noteables/award-counts.ts";
import { Form } from "../components/form.tsx";
import type { Visit } from "../visit.ts";

const pictures: Readonly<Record<string, string>> = {
  thumbsup: "👍",
  thumbsdown: "👎",
  heart: "❤️",
  tada: "🎉",
  smile: "😄",
  confused: "😕",
  rocket: "🚀",
  eyes: "👀",
};

const votes = ["thumbsup", "thumbsdown"];

const pictureOf = (name: string): string => pictures[name] ?? `:${name}:`;

interface Props {
  readonly visit: Visit;
  /** The path of the issue or the merge request. */
  readonly base: string;
  /** Its global id. */
  readonly id: number;
  /** Null for awards of the issuable itself. */
  readonly noteId: number | null;
  readonly awards: readonly AwardCountRow[];
  /** Authors may not vote for their own record. */
  readonly isOwn: boolean;
}

export const Awards = ({ visit, base, id, noteId, awards, isOwn }: Props) => {
  const given = awards.filter(({ note_id }) => note_id === noteId);
  const offered = isOwn ? [] : votes.filter((vote) => !given.some(({ name }) => name === vote));
  if (given.length + offered.length === 0) return null;
  const shown = [...given, ...offered.map((name) => ({ name, count: 0, own_id: null }))];
  const page = visit.queryText("page");
  return (
    <Form visit={visit} action={`${base}/award_emoji`} class="awards" label="Emoji">
      <input type="hidden" name="id" value={String(id)} />
      {page !== undefined && <input type="hidden" name="page" value={page} />}
      {noteId !== null && <input type="hidden" name="note_id" value={String(noteId)} />}
      {shown.map(({ name, count, own_id }) => (
        <button
          type="submit"
          class="award"
          name="award"
          value={own_id === null ? name : `${name} ${own_id}`}
          aria-pressed={own_id === null ? "false" : "true"}
          title={name}
          disabled={isOwn && votes.includes(name)}
        >
          {pictureOf(name)} <span class="hidden">{name}</span> {count}
        </button>
      ))}
    </Form>
  );
};
