// Messages about releases.
import { type ReleaseDetails, type ReleaseName, readDetails } from "../../db/queries/events/details.ts";
import { findHookRelease } from "../../db/queries/hooks/records.ts";
import { TAGS } from "../../git/repository/ref-store.ts";
import { type ReleaseAction, releasePayload } from "../payloads/release.ts";
import { findCommit } from "./commit.ts";
import { type MessageSources, projectTopic } from "./topic.ts";

const releaseTopic = (
  action: ReleaseAction,
  find: (sources: MessageSources, details: string | null) => Promise<ReleaseDetails | null>,
) =>
  projectTopic(["releases_events"], async (sources, event) => {
    const release = await find(sources, event.details);
    if (release === null) return null;
    const commit = await findCommit(sources, TAGS + release.tag);
    const payload = releasePayload(sources.project, release, action, commit);
    return { event: "Release Hook", settings: ["releases_events"], payload };
  });

async function asItIs({ db, project }: MessageSources, details: string | null): Promise<ReleaseDetails | null> {
  const [[release]] = await db.batch(findHookRelease(project.row.id, readDetails<ReleaseName>(details)?.tag ?? ""));
  return release ?? null;
}

const asItWas = async (_: MessageSources, details: string | null) => readDetails<ReleaseDetails>(details);

export const releaseTopics = {
  release_created: releaseTopic("create", asItIs),
  release_updated: releaseTopic("update", asItIs),
  release_deleted: releaseTopic("delete", asItWas),
};
