// A change of an issue or a merge request, as one line of its discussion.

import { Label, Time, UserLink } from "../components/basics.tsx";
import type { RenderOptions } from "../content/render-options.ts";
import { visitedProjectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import type { Choices, ShownNote } from "./read.ts";
import { Text } from "./text.tsx";

interface Props {
  readonly visit: Visit;
  readonly note: ShownNote;
  readonly choices: Choices;
  readonly rendering: RenderOptions;
}

export const SystemNote = (props: Props) => (
  <article class="system-note" id={`note_${props.note.id}`}>
    <UserLink user={props.note.author} /> <Body {...props} />{" "}
    <a href={`#note_${props.note.id}`}>
      <Time now={props.visit.base.now} time={props.note.created_at} />
    </a>
  </article>
);

/** The texts of services/issuables/system-notes.ts that name labels and milestones by numbers. */
const ofLabels = /^(?:added|removed)(?: ~\d+)+(?: and removed(?: ~\d+)+)? labels?$/;
const ofMilestone = /^changed milestone to %(\d+)$/;

const Body = ({ visit, note, choices, rendering }: Props) => {
  const { body } = note;
  const [, milestone] = ofMilestone.exec(body) ?? [];
  if (milestone !== undefined) {
    const title = choices.milestones.find(({ detail }) => detail === milestone)?.title ?? `%${milestone}`;
    return (
      <>
        changed milestone to <a href={`${visitedProjectUrl(visit)}/milestones/${milestone}`}>{title}</a>
      </>
    );
  }
  if (!ofLabels.test(body)) return <Text source={body} rendering={rendering} />;
  return (
    <>
      {body.split(" ").map((word) => {
        const label = choices.labels.find(({ id }) => word === `~${id}`);
        return label === undefined ? ` ${word} ` : <Label title={label.title} color={label.detail} />;
      })}
    </>
  );
};
