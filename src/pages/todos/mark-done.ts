// POST /-/todos/:id/done and /-/todos/done
import { markAllDone, markDone } from "../../api/v3/todos/mark-done.ts";
import { counted } from "../components/basics.tsx";
import { isOwnPath } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";

export async function markOneTodoDone(visit: Visit): Promise<Response> {
  await visit.api.call(markDone, { id: visit.param("id") });
  const from = visit.formText("return_to") ?? "";
  return visit.redirect(isOwnPath(from) ? from : "/-/todos");
}

/** Those of the filter. */
export async function markTodosDone(visit: Visit): Promise<Response> {
  const count = await visit.api.call(markAllDone, {
    type: visit.formText("type"),
    action: visit.formText("action"),
    project_id: visit.formText("project_id"),
  });
  return redirectWith(visit, `${counted(count, "todo")} marked as done.`, "/-/todos");
}
