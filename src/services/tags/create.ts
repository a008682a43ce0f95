// Creates a tag, and its release if there is a description of one.
import type { ReleaseRow } from "../../db/queries/repositories/releases.ts";
import type { CreateTagOutcome as TaggedOutcome } from "../../git/operations/create-tag.ts";
import type { TagRecord } from "../../git/repository/tag-record.ts";
import type { Pusher } from "../../git/repository/update-refs.ts";
import { checkDescription, isBlank } from "../releases/attributes.ts";
import { createRelease } from "../releases/create.ts";
import { checkLongText } from "../texts/limits.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";

export interface NewTagParams {
  readonly name: string;
  readonly ref: string;
  /** Blank for a lightweight tag. */
  readonly message: string;
  /** Blank for no release. */
  readonly releaseDescription: string;
}

export interface Tagger extends Pusher {
  readonly name: string;
  readonly email: string;
}

export type CreateTagOutcome =
  | { kind: "created"; tag: TagRecord; release: ReleaseRow | null }
  | { kind: "invalid"; errors: FieldErrors }
  /** Another request created the release at the same time. The tag was created. */
  | { kind: "release_exists" }
  | { kind: "project_gone" }
  | Exclude<TaggedOutcome, { kind: "created" }>;

export async function createTag(
  context: VerbContext,
  projectId: number,
  { name, email, ...pusher }: Tagger,
  params: NewTagParams,
): Promise<CreateTagOutcome> {
  const errors = checkTag(params);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { repositories, now } = context;
  const outcome = await repositories.open(projectId).run("createTag", {
    name: params.name,
    revision: params.ref,
    message: params.message,
    tagger: { name, email, time: Math.floor(Date.parse(now) / 1000), timeZone: "+0000" },
    pusher,
    at: now,
  });
  if (outcome.kind !== "created") return outcome;
  const { tag } = outcome;
  if (isBlank(params.releaseDescription)) return { kind: "created", tag, release: null };
  const release = await createRelease(context, projectId, tag.name, {
    description: params.releaseDescription,
  });
  switch (release.kind) {
    case "created":
      return { kind: "created", tag, release: release.release };
    case "exists":
      return { kind: "release_exists" };
    case "invalid":
    case "project_gone":
      return release;
  }
}

function checkTag({ message, releaseDescription }: NewTagParams): FieldErrors {
  const errors = checkLongText(message);
  return {
    ...(errors.length > 0 && { message: errors }),
    ...(!isBlank(releaseDescription) && checkDescription(releaseDescription)),
  };
}
