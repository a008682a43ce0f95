// GET /projects/:id/repository/commits

import { dateTime, text } from "../../../http/coerce.ts";
import { badRequest } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { openPageOf, openPageParams, paginateOpen } from "../../open-pages.ts";
import { repositoryEndpoint, withRepository } from "../../repositories/repository-endpoint.ts";
import { revisionText } from "../../repositories/revision-text.ts";
import { openPaged } from "../../response.ts";
import { presentCommit } from "../presenters/commit.ts";

export const listCommits = repositoryEndpoint({
  access: { project: "download_code" },
  params: {
    ref_name: optional(text),
    since: optional(dateTime),
    until: optional(dateTime),
    path: optional(text),
    ...openPageParams,
  },
  response: openPaged(presentCommit),
  async handle(call) {
    const { ref_name, since, until, path } = call.params;
    const { repository } = await withRepository(call);
    const page = await repository.run("listCommits", {
      revision: revisionText(ref_name),
      path: path ?? "",
      since: seconds(since),
      until: seconds(until),
      ...openPageOf(call.params),
    });
    if (typeof page === "string") throw badRequest(TOO_FAR);
    return paginateOpen(call, page.commits.map(presentCommit), page.hasMore);
  },
});

const TOO_FAR = "The history is too long to be searched that far; narrow it with since and until";

const seconds = (time: string | null | undefined): number | null =>
  time === null || time === undefined ? null : Math.floor(Date.parse(time) / 1000);
