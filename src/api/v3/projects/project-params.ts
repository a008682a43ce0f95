// What creating and changing a project have in common.
import { boolean, oneOfIntegers, text } from "../../../http/coerce.ts";
import { ApiError, invalidRecord, notFound } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import type { CreateProjectOutcome } from "../../../services/projects/create.ts";

export const projectParams = {
  description: optional(text),
  issues_enabled: optional(boolean),
  merge_requests_enabled: optional(boolean),
  wiki_enabled: optional(boolean),
  builds_enabled: optional(boolean),
  snippets_enabled: optional(boolean),
  shared_runners_enabled: optional(boolean),
  container_registry_enabled: optional(boolean),
  lfs_enabled: optional(boolean),
  public: optional(boolean),
  visibility_level: optional(oneOfIntegers(0, 10, 20)),
  public_builds: optional(boolean),
  request_access_enabled: optional(boolean),
  only_allow_merge_if_build_succeeds: optional(boolean),
  only_allow_merge_if_all_discussions_are_resolved: optional(boolean),
};

/** What a project that could not be created is refused with. */
export function projectRefusal(outcome: Exclude<CreateProjectOutcome, { kind: "created" }>): ApiError {
  if (outcome.kind === "invalid") return invalidRecord(outcome.errors);
  if (outcome.kind === "gone") return notFound("Project");
  const { limit } = outcome;
  const message =
    limit === 0
      ? "Personal project creation is not allowed. Please contact your administrator with questions"
      : `Your project limit is ${limit} projects! Please contact your administrator to increase it`;
  return new ApiError(403, { error: [message] });
}
