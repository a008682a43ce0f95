// Reads the commits that messages contain.
import type { BriefCommit } from "../../git/operations/brief-commit.ts";
import type { MessageSources } from "./topic.ts";

/** Null when the project's repository does not have it. */
export const findCommit = ({ repositories, project }: MessageSources, sha: string): Promise<BriefCommit | null> =>
  repositories.open(project.row.id).run("briefCommit", sha);
