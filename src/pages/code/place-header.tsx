// The head of pages of files: which revision is shown, the way down to the path, and its newest commit.
import type { Child } from "hono/jsx";
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import type { Place } from "../../git/operations/browse.ts";
import { Time } from "../components/basics.tsx";
import { Button } from "../components/form.tsx";
import { projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { exactText, shownName } from "./byte-path.ts";
import { type Kind, placeUrl } from "./open-code.ts";

interface Props {
  readonly project: VisitedProject;
  readonly place: Place;
  readonly kind: Kind;
  /** True on the page of the project, whose heading is its name. */
  readonly isHome?: boolean;
  /** Buttons. */
  readonly children?: Child;
}

export const PlaceHeader = ({ project, place, kind, isHome = false, children }: Props) => (
  <>
    <div class="heading">
      <RefSwitcher project={project} place={place} kind={kind} />
      <div class="actions">{children}</div>
    </div>
    {!isHome && (
      <h1 class="path">
        <Crumbs project={project} place={place} />
      </h1>
    )}
  </>
);

/** Works without scripts: the form leads to /tree, which redirects. */
const RefSwitcher = ({ project, place, kind }: { project: VisitedProject; place: Place; kind: Kind }) => {
  const { revision, branches, tags } = place;
  const isListed = branches.includes(revision) || tags.includes(revision);
  const home = projectUrl(project);
  return (
    <form class="filters" action={`${home}/tree`}>
      <input type="hidden" name="path" value={exactText(place.path) ?? ""} />
      <input type="hidden" name="show" value={kind} />
      <label for="ref">Revision</label>
      <select id="ref" name="ref">
        {!isListed && <option selected>{revision}</option>}
        <RefOptions label="Branches" names={branches} revision={place.kind === "tag" ? null : revision} />
        <RefOptions label="Tags" names={tags} revision={place.kind === "tag" ? revision : null} />
      </select>
      <Button>Go</Button>
      <a href={`${home}/branches`}>All branches</a>
      <a href={`${home}/tags`}>All tags</a>
    </form>
  );
};

const RefOptions = ({
  label,
  names,
  revision,
}: {
  label: string;
  names: readonly string[];
  revision: string | null;
}) =>
  names.length === 0 ? null : (
    <optgroup label={label}>
      {names.map((name) => (
        <option selected={name === revision}>{name}</option>
      ))}
    </optgroup>
  );

const Crumbs = ({ project, place: { revision, path } }: { project: VisitedProject; place: Place }) => {
  const names = path.split("/").filter((name) => name !== "");
  return (
    <>
      <a href={placeUrl(project, "tree", revision, "")}>{project.path}</a>
      {names.map((name, index) => (
        <>
          {" / "}
          {index === names.length - 1 ? (
            shownName(name)
          ) : (
            <a href={placeUrl(project, "tree", revision, names.slice(0, index + 1).join("/"))}>{shownName(name)}</a>
          )}
        </>
      ))}
    </>
  );
};

interface LastCommitProps {
  readonly visit: Visit;
  readonly project: VisitedProject;
  readonly commit: BriefCommit | null;
}

export const LastCommit = ({ visit, project, commit }: LastCommitProps) =>
  commit && (
    <p class="meta">
      <CommitLink project={project} id={commit.id} text={titleOf(commit.message)} />
      <span>{commit.author.name}</span>
      <Time now={visit.base.now} time={isoTime(commit.committer.time)} />
      <CommitLink project={project} id={commit.id} text={commit.id.slice(0, 8)} />
    </p>
  );

export const CommitLink = ({ project, id, text }: { project: VisitedProject; id: string; text: string }) => (
  <a href={`${projectUrl(project)}/commit/${id}`}>{text}</a>
);

const MOST_TITLE = 100;

export function titleOf(message: string): string {
  const title = message.trimStart().split("\n", 1)[0] ?? "";
  if (title === "") return "(no message)";
  return title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE)}…` : title;
}

/** Histories contain times that no calendar has. @param seconds since 1970 */
export const isoTime = (seconds: number): string => new Date(Math.min(seconds, 253_402_214_400) * 1000).toISOString();
