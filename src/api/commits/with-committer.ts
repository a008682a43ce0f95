// The loader of endpoints that commit: the viewer becomes the committer.
import type { Rows } from "../../db/database.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { findCurrentUser } from "../../db/queries/users/users.ts";
import type { Statement } from "../../db/statement.ts";
import type { RepositoryClient } from "../../durable-objects/repositories.ts";
import type { Person } from "../../git/repository/commit-to-branch.ts";
import type { Pusher } from "../../git/repository/update-refs.ts";
import type { ProjectCall } from "../endpoint.ts";
import { withPusher } from "../repositories/repository-endpoint.ts";
import { restOf } from "../require.ts";

export interface Committing {
  readonly project: ProjectRow;
  readonly repository: RepositoryClient;
  readonly pusher: Pusher;
  readonly committer: Person;
}

/** As {@link withPusher}, with the viewer's name and e-mail address. */
export async function withCommitter<const S extends readonly Statement[]>(
  call: ProjectCall,
  ...also: S
): Promise<Committing & { readonly rows: Rows<S> }> {
  const found = await withPusher(call, findCurrentUser(call.viewer), ...also);
  const [[user], ...rows] = found.rows;
  if (user === undefined || user.id === null) throw call.credentials.unknownViewer();
  const { project, repository, pusher } = found;
  return { project, repository, pusher, committer: { name: user.name, email: user.email }, rows: restOf<S>(rows) };
}
