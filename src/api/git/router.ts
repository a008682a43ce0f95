// Routes of git's smart HTTP protocol, at a project's path with or without `.git`.
import { isService } from "../../git/transport/git-request.ts";
import { MOST_BODY_BYTES } from "../../http/limits.ts";
import { declaredLength } from "../../http/request-body.ts";
import { dumbProtocol, refuse, tooLarge, wrongType } from "./refusals.ts";
import { type GitCall, serveProject } from "./serve-project.ts";

interface GitRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  serve(call: GitCall): Promise<Response>;
}

export const gitRoutes: readonly GitRoute[] = [
  { method: "GET", path: "/:namespace/:project/info/refs", serve: advertise },
  { method: "POST", path: "/:namespace/:project/:service{git-upload-pack|git-receive-pack}", serve },
];

async function advertise(call: GitCall): Promise<Response> {
  const service = new URL(call.request.url).searchParams.get("service");
  return isService(service) ? await serveProject(call, service) : refuse(dumbProtocol);
}

async function serve(call: GitCall): Promise<Response> {
  const { service } = call.params;
  if (!isService(service)) throw new Error("The route's pattern matches no other service.");
  const { headers } = call.request;
  // A body without a declared length is limited while git/ reads it.
  if ((declaredLength(headers) ?? 0) > MOST_BODY_BYTES) return refuse(tooLarge);
  const type = headers.get("content-type");
  return type === `application/x-${service}-request` ? await serveProject(call, service) : refuse(wrongType);
}
