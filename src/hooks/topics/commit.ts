// The commits that messages speak of.
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import type { MessageSources } from "./topic.ts";

/** In the project's repository; null when it is not there. */
export const findCommit = ({ repositories, project }: MessageSources, sha: string): Promise<BriefCommit | null> =>
  repositories.open(project.row.id).run("briefCommit", sha);
