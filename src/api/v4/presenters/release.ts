// Releases and their links.
import type { ReleaseDetailRow, ReleaseLink } from "../../../db/queries/repositories/release-details.ts";
import type { CommitRecord } from "../../../git/repository/commit-record.ts";
import { releaseSources } from "../../../services/releases/sources.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { type Place, pagesOf, presentCommit } from "./commit.ts";
import { presentUserIfAny } from "./user.ts";

export interface PresentedRelease {
  readonly release: ReleaseDetailRow;
  /** Null if the tag is gone, or leads to no commit. */
  readonly commit: CommitRecord | null;
  /** ISO 8601 with milliseconds. */
  readonly now: string;
}

export const linksIn = ({ links }: ReleaseDetailRow): ReleaseLink[] => JSON.parse(links);

export function presentRelease({ release, commit, now }: PresentedRelease, context: PresenterContext, place: Place) {
  const releasedAt = release.released_at ?? release.created_at;
  const links = linksIn(release);
  const path = `/${place.namespace_path}/${place.path}/-`;
  const self = addressOf(release.tag, context, place);
  const sources = releaseSources(context.baseUrl, place.id, release.tag);
  return {
    tag_name: release.tag,
    name: release.name ?? release.tag,
    description: release.description,
    created_at: release.created_at,
    released_at: releasedAt,
    upcoming_release: releasedAt > now,
    author: presentUserIfAny(personIn(release, "author"), context),
    commit: commit === null ? null : presentCommit(commit, context, place),
    milestones: [],
    commit_path: commit === null ? null : `${path}/commit/${commit.id}`,
    tag_path: `${path}/tags/${encodeURIComponent(release.tag)}`,
    assets: {
      count: sources.length + links.length,
      sources,
      links: links.map((link) => presentReleaseLink({ link, tag: release.tag }, context, place)),
    },
    evidences: [],
    _links: { self },
  };
}

const addressOf = (tag: string, context: PresenterContext, place: Place): string =>
  `${pagesOf(place, context)}/releases/${encodeURIComponent(tag)}`;

interface PlacedLink {
  readonly link: ReleaseLink;
  readonly tag: string;
}

export const presentReleaseLink = ({ link, tag }: PlacedLink, context: PresenterContext, place: Place) => ({
  id: link.id,
  name: link.name,
  url: link.url,
  direct_asset_url: link.filepath === null ? link.url : `${addressOf(tag, context, place)}/downloads${link.filepath}`,
  link_type: link.link_type,
});
