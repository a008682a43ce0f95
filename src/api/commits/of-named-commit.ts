// Reads records of the commit that `:sha` names, in one round trip where the name is a commit's id.
import type { Rows } from "../../db/database.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { type ProjectKey, projectKey } from "../../db/queries/projects/row.ts";
import type { Statement } from "../../db/statement.ts";
import type { ProjectCall } from "../endpoint.ts";
import { type OpenRepository, withRepository } from "../repositories/repository-endpoint.ts";

interface CommitRecords<S extends readonly Statement[]> extends Omit<OpenRepository<[]>, "rows"> {
  /** @param commit the id of the commit that the name stands for */
  readonly recordsOf: (commit: string) => Promise<Rows<S>>;
}

/**
 * Opens the repository, and reads in the same round trip what the statements find if the name is the id of a commit. They
 * are run again for the name of a branch or a tag.
 */
export async function withCommitRecords<const S extends readonly Statement[]>(
  call: ProjectCall,
  name: string,
  statementsOf: (project: ProjectKey, commit: string) => S,
): Promise<CommitRecords<S>> {
  const assumed = name.toLowerCase();
  const { project, repository, rows } = await withRepository(
    call,
    ...statementsOf(projectKey(call.params.id), assumed),
  );
  const recordsOf = async (commit: string) =>
    commit === assumed ? rows : await call.db.batch(...statementsOf(keyOfId(project.id), commit));
  return { project, repository, recordsOf };
}
