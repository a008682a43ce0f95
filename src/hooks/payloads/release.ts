// The payload of release events.
import type { ReleaseDetails } from "../../db/queries/events/details.ts";
import type { LinkType } from "../../db/schema/repositories.ts";
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import { numberOfName } from "../../services/number-of-name.ts";
import { releaseSources } from "../../services/releases/sources.ts";
import { describeCommit } from "./commit.ts";
import { describeProject, type PayloadProject, webUrl } from "./frame.ts";

export type ReleaseAction = "create" | "update" | "delete";

/** `id`: a number made of the tag's name, since a release is named by its tag alone. */
export function releasePayload(
  project: PayloadProject,
  release: ReleaseDetails,
  action: ReleaseAction,
  commit: BriefCommit | null,
) {
  const { tag, name, description, created_at, released_at } = release;
  const links = linksIn(release);
  const sources = releaseSources(project.origin, project.row.id, tag);
  return {
    object_kind: "release" as const,
    id: numberOfName(tag),
    created_at,
    description,
    name: name ?? tag,
    released_at: released_at ?? created_at,
    tag,
    project: describeProject(project),
    url: `${webUrl(project)}/releases/${encodeURIComponent(tag)}`,
    action,
    assets: { count: links.length + sources.length, links, sources },
    commit: commit === null ? null : describeCommit(project, commit),
  };
}

interface PayloadLink {
  readonly id: number;
  readonly link_type: LinkType;
  readonly name: string;
  readonly url: string;
}

const linksIn = ({ links }: ReleaseDetails): PayloadLink[] => JSON.parse(links);
