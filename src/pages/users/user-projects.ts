// The projects in a user's namespace that the viewer sees, which API v3 does not list, in the form of an endpoint.
import { endpoint } from "../../api/endpoint.ts";
import { paged } from "../../api/response.ts";
import { presentListedProject } from "../../api/v3/presenters/project.ts";
import { projectListParams, serveProjectList } from "../../api/v3/projects/project-list.ts";
import { text } from "../../http/coerce.ts";
import { required } from "../../http/params.ts";

export const listUserProjects = endpoint({
  access: "user",
  params: { username: required(text), ...projectListParams },
  response: paged(presentListedProject),
  async handle(call) {
    const which = { scope: "user", username: call.params.username ?? "" } as const;
    return (await serveProjectList(call, which, presentListedProject)).reply;
  },
});
