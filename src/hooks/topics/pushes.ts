// Messages about pushes of branches and tags.
import { BRANCHES, TAGS } from "../../git/repository/ref-store.ts";
import { pushPayload } from "../payloads/push.ts";
import { projectTopic } from "./topic.ts";

const pushed = projectTopic(["push_events", "tag_push_events"], async ({ repositories, project }, event) => {
  const { push_ref: ref, push_before: before, push_after: after } = event;
  if (ref === null) return null;
  const isTag = ref.startsWith(TAGS);
  if (!isTag && !ref.startsWith(BRANCHES)) return null;
  const push = { ref, before, after };
  const commits = await repositories.open(project.row.id).run("pushedCommits", push);
  return {
    event: isTag ? "Tag Push Hook" : "Push Hook",
    ...(!isTag && { branch: ref.slice(BRANCHES.length) }),
    settings: [isTag ? "tag_push_events" : "push_events"],
    payload: pushPayload(isTag ? "tag_push" : "push", project, event, push, commits),
  };
});

export const pushTopics = { pushed };
