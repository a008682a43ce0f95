// Parameters of the endpoints that create and update projects.
import { boolean, commaList, mapped, oneOf, orElse, text } from "../../../http/coerce.ts";
import { optional, sentAs } from "../../../http/params.ts";
import { projectParams } from "../../projects/project-params.ts";
import { visibility } from "../visibility.ts";

/** `private` is refused: a feature is on for all who see the project, or off. */
const feature = orElse(
  boolean,
  mapped(oneOf("disabled", "enabled"), (word) => word === "enabled"),
);

const topics = mapped(commaList(text), (words) => words.flatMap((word) => word || []));

const { public: _, ...common } = projectParams;

export const projectParamsOfV4 = {
  ...common,
  visibility_level: sentAs(optional<0 | 10 | 20>(visibility), "visibility"),
  issues_enabled: sentAs(optional(feature), "issues_access_level", "issues_enabled"),
  merge_requests_enabled: sentAs(optional(feature), "merge_requests_access_level", "merge_requests_enabled"),
  wiki_enabled: sentAs(optional(feature), "wiki_access_level", "wiki_enabled"),
  builds_enabled: sentAs(optional(feature), "builds_access_level", "jobs_enabled"),
  snippets_enabled: sentAs(optional(feature), "snippets_access_level", "snippets_enabled"),
  public_builds: sentAs(optional(boolean), "public_jobs", "public_builds"),
  only_allow_merge_if_build_succeeds: sentAs(optional(boolean), "only_allow_merge_if_pipeline_succeeds"),
  topics: sentAs(optional(topics), "topics", "tag_list"),
};
