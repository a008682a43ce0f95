// Parameters and refusals of the endpoints that create and update projects.
import { boolean, oneOfIntegers, text } from "../../http/coerce.ts";
import { ApiError, notFound } from "../../http/errors.ts";
import { optional, type Param } from "../../http/params.ts";
import { refusals } from "../refusals.ts";

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

/** `public` is v3's older form of the visibility level, `topics` v4's. */
export type GivenInOneVersion = Partial<Pick<typeof projectParams, "public">> & {
  readonly topics?: Param<string[] | undefined>;
  readonly initialize_with_readme?: Param<boolean>;
  /** Of the README. */
  readonly default_branch?: Param<string | null | undefined>;
};

/** Refusals to create a project. */
export const creationRefusals = {
  ...refusals,
  gone: () => notFound("Project"),
  limit_reached: ({ limit }: { readonly limit: number }) => new ApiError(403, { error: [limitText(limit)] }),
};

const limitText = (limit: number): string =>
  limit === 0
    ? "Personal project creation is not allowed. Please contact your administrator with questions"
    : `Your project limit is ${limit} projects! Please contact your administrator to increase it`;
