// Checks who may fetch from and push to a project's repository, and forwards the request to its Durable Object.
import type { Database } from "../../db/database.ts";
import { findProject } from "../../db/queries/projects/projects.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import type { ViewerRow } from "../../db/queries/viewer/viewer.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";
import type { Pusher } from "../../git/repository/update-refs.ts";
import { type Service, toRequest } from "../../git/transport/git-request.ts";
import { readGitCredentials } from "../../middleware/authenticate-git.ts";
import { callerOf, type GlobalReads } from "../../middleware/global-reads.ts";
import { actingLevel, canDownloadCode, canOnProject, isBeingImported } from "../../permissions/abilities.ts";
import { sufficient } from "../../permissions/scopes.ts";
import {
  archived,
  type GitRefusal,
  importing,
  noDownload,
  noProject,
  noPush,
  refuse,
  signIn,
  wrongCredentials,
} from "./refusals.ts";

/** One request of a git client. */
export interface GitCall {
  readonly request: Request;
  /** Path parameters: `namespace`, `project` with or without `.git`, and `service` for POST. */
  readonly params: Readonly<Record<string, string>>;
  readonly db: Database;
  readonly repositories: Repositories;
  /** ISO 8601 with milliseconds. */
  readonly now: string;
  readonly rootTokenHash: string | undefined;
  readonly reads: GlobalReads | undefined;
}

interface Admitted {
  readonly projectId: number;
  /** null for a fetch. */
  readonly pusher: Pusher | null;
  /** The response if the project is deleted meanwhile. */
  readonly ifGone: GitRefusal;
}

/** GET advertises the refs; POST has the service's own request as its body. */
export async function serveProject(call: GitCall, service: Service): Promise<Response> {
  const { request, repositories, now } = call;
  const { refusal, admitted } = await admit(call, service);
  if (refusal !== null) return refuse(refusal);
  const { projectId, pusher, ifGone } = admitted;
  const response = await repositories.open(projectId).fetch(
    toRequest({
      service,
      body: request.method === "POST" ? (request.body ?? new Blob([]).stream()) : null,
      identity: pusher === null ? null : { ...pusher, at: now },
      encoding: request.headers.get("content-encoding"),
      protocol: request.headers.get("git-protocol"),
    }),
  );
  if (response.status === 410) return refuse(ifGone);
  // Headers of a response from a Durable Object are immutable: CORS and request id need a copy.
  return new Response(response.body, response);
}

type Decision =
  | { readonly refusal: null; readonly admitted: Admitted }
  | { readonly refusal: GitRefusal; readonly admitted: null };

/** Wrong credentials are refused even for public projects, so that the client learns about them. */
async function admit(call: GitCall, service: Service): Promise<Decision> {
  const { db, request, params, now, rootTokenHash } = call;
  const { viewer, given, anonymous } = readGitCredentials(request.headers, {
    rootTokenHash,
    scopes: service === "git-upload-pack" ? sufficient.fetch : sufficient.push,
    today: now.slice(0, 10),
  });
  // A stale refusal would make git forget the credentials.
  call.reads?.beginAtPrimary(callerOf(viewer));
  if (given && anonymous) return refused(wrongCredentials);
  if (anonymous && service === "git-receive-pack") return refused(signIn);
  const [[viewerRow]] = await db.batch(
    findProject(viewer, {
      project_id: null,
      project_namespace: params.namespace ?? "",
      project_path: params.project?.replace(/\.git$/, "") ?? "",
    }),
  );
  if (viewerRow === undefined) throw new Error("The statement of the viewer returned no row.");
  if (given && viewerRow.viewer_id === null) return refused(wrongCredentials);
  if (viewerRow.id === null) return refused(absent(viewerRow));
  return service === "git-upload-pack" ? admitReader(viewerRow) : admitPusher(viewerRow);
}

const absent = ({ viewer_id }: ViewerRow): GitRefusal => (viewer_id === null ? signIn : noProject);

const refused = (refusal: GitRefusal): Decision => ({ refusal, admitted: null });

const admitReader = (project: ProjectRow & ViewerRow): Decision =>
  canDownloadCode(project, project)
    ? { refusal: null, admitted: { projectId: project.id, pusher: null, ifGone: absent(project) } }
    : refused(noDownload);

function admitPusher(project: ProjectRow & ViewerRow): Decision {
  const { id: projectId, viewer_id: userId } = project;
  if (userId === null) return refused(signIn);
  if (!canOnProject(project, "push_code", project.access_level)) return refused(noPush);
  if (project.archived === 1) return refused(archived);
  if (isBeingImported(project)) return refused(importing);
  return {
    refusal: null,
    admitted: {
      projectId,
      pusher: { userId, level: actingLevel(project, project.access_level) },
      ifGone: absent(project),
    },
  };
}
