// Creates a tag, in every version of the API.
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { findCurrentUser } from "../../db/queries/users/users.ts";
import { text } from "../../http/coerce.ts";
import { badRequest, conflict } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import { createTag as create } from "../../services/tags/create.ts";
import type { PresenterContext } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { ReleasedTag } from "./released-tag.ts";

/** Makes the JSON of a tag. */
export type PresentTag<Body> = (tag: ReleasedTag, context: PresenterContext, project: ProjectRow) => Body;

const tagParams = { tag_name: required(text), ref: required(text), message: optional(text) };

export const tagAndReleaseParams = { ...tagParams, release_description: optional(text) };

export const newTagParams: typeof tagParams & Partial<typeof tagAndReleaseParams> = tagParams;

export const creatingTag = <Body>(params: typeof newTagParams, present: PresentTag<Body>) =>
  repositoryEndpoint({
    access: { project: "push_code" },
    params,
    response: one(present, 409),
    async handle(call) {
      const { params } = call;
      const { project, actor, pusher, rows } = await withPusher(call, findCurrentUser(call.viewer));
      const [user] = rows[0];
      if (user === undefined || user.id === null) throw new Error("The statement of the current user returned no row.");
      const [name, ref] = [refText(params.tag_name), refText(params.ref)];
      const tagger = { ...pusher, name: user.name, email: user.email };
      const outcome = await create(verbContext(call, actor), project.id, tagger, {
        name,
        ref,
        message: params.message ?? "",
        releaseDescription: params.release_description ?? "",
      });
      return respond(outcome, {
        ...refusals,
        created: (outcome) => present(outcome, call, project),
        invalid_name: () => badRequest("Tag name invalid"),
        unknown_revision: () => badRequest(`Target ${ref} is invalid`),
        exists: () => badRequest(`Tag ${name} already exists`),
        refused: ({ refusal }) => badRequest(refusal.text),
        release_exists: () => conflict("Release already exists"),
      });
    },
  });
