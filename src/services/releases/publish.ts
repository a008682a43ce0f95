// Creates a release, and its tag if there is none.
import type { CreateTagOutcome } from "../../git/operations/create-tag.ts";
import type { CommitRecord } from "../../git/repository/commit-record.ts";
import { createTag, type Tagger } from "../tags/create.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { type CreateReleaseOutcome, checkNewRelease, createRelease, type NewReleaseParams } from "./create.ts";

export interface PublishParams extends NewReleaseParams {
  readonly tag: string;
  /** The revision of a new tag; null if the tag must exist. */
  readonly ref: string | null;
  /** Blank for a lightweight tag. */
  readonly tagMessage: string;
}

export type PublishOutcome =
  | (Extract<CreateReleaseOutcome, { kind: "created" }> & { commit: CommitRecord | null })
  | Exclude<CreateReleaseOutcome, { kind: "created" }>
  | { kind: "no_ref" }
  | Exclude<CreateTagOutcome, { kind: "created" }>;

export async function publishRelease(
  context: VerbContext,
  projectId: number,
  tagger: Tagger,
  { tag: name, ref, tagMessage: message, ...release }: PublishParams,
): Promise<PublishOutcome> {
  const errors: FieldErrors = checkNewRelease(release);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  let tag = await context.repositories.open(projectId).run("findTag", name);
  if (tag === null) {
    if (ref === null) return { kind: "no_ref" };
    const outcome = await createTag(context, projectId, tagger, { name, ref, message, releaseDescription: "" });
    // A tag without a release description cannot have a conflicting release.
    if (outcome.kind === "release_exists") return { kind: "exists" };
    if (outcome.kind !== "created") return outcome;
    ({ tag } = outcome);
  }
  const outcome = await createRelease(context, projectId, tag.name, release);
  return outcome.kind === "created" ? { ...outcome, commit: tag.commit } : outcome;
}
