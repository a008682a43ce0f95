// Commits.
import type { CommitRecord } from "../../../git/repository/commit-record.ts";
import { commitFields } from "../../presenters/commit.ts";

export const presentCommit = (commit: CommitRecord) => commitFields(commit);
