// POST, PUT /projects/:id/repository/tags/:tag_name/release

import { segment, text } from "../../../http/coerce.ts";
import { ApiError, conflict, invalidRecord } from "../../../http/errors.ts";
import { type ParamValues, required } from "../../../http/params.ts";
import { checkDescription } from "../../../services/releases/attributes.ts";
import { createRelease as create } from "../../../services/releases/create.ts";
import { updateRelease as update } from "../../../services/releases/update.ts";
import { hasErrors } from "../../../services/verb.ts";
import { refusals } from "../../refusals.ts";
import { refText } from "../../repositories/ref-text.ts";
import { type OpenRepository, repositoryEndpoint, withPusher } from "../../repositories/repository-endpoint.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentRelease } from "../presenters/tag.ts";

const params = { tag_name: required(segment), description: required(text) };

/** @throws ApiError 400 for a blank description */
function givenDescription({ description }: ParamValues<typeof params>): { description: string } {
  const errors = checkDescription(description ?? "");
  if (hasErrors(errors)) throw invalidRecord(errors);
  return { description: description ?? "" };
}

export const createRelease = repositoryEndpoint({
  access: { project: "push_code" },
  params,
  response: one(presentRelease, 409),
  async handle(call) {
    const { project, repository, actor } = await withPusher(call);
    const tag = await existingTag(repository, call.params.tag_name);
    const outcome = await create(verbContext(call, actor), project.id, tag, givenDescription(call.params));
    return respond(outcome, {
      ...refusals,
      created: ({ release }) => presentRelease(release),
      exists: () => conflict("Release already exists"),
    });
  },
});

export const updateRelease = repositoryEndpoint({
  access: { project: "push_code" },
  params,
  response: one(presentRelease),
  async handle(call) {
    const { project, repository, actor } = await withPusher(call);
    const tag = await existingTag(repository, call.params.tag_name);
    const outcome = await update(verbContext(call, actor), project.id, tag, givenDescription(call.params));
    return respond(outcome, {
      ...refusals,
      updated: ({ release }) => presentRelease(release),
      none: () => new ApiError(404, { message: "Release does not exist" }),
    });
  },
});

/** The name of the tag. @throws ApiError 404 if there is none */
async function existingTag(repository: OpenRepository<[]>["repository"], given: string): Promise<string> {
  const tag = await repository.run("findTag", refText(given));
  if (tag === null) throw new ApiError(404, { message: "Tag does not exist" });
  return tag.name;
}
