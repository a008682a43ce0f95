// DELETE /projects/:id/labels
import { text } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { presentLabel } from "../../presenters/label.ts";
import { deleteLabel as remove } from "../../services/labels/delete.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";
import { withManagedLabels } from "./managed-labels.ts";

export const deleteLabel = endpoint({
  access: { project: "admin_label" },
  params: { ...idParam, name: required(text) },
  async handle(call) {
    const { actor, head } = await withManagedLabels(call, call.params.name ?? "");
    if (head.id === null) throw notFound("Label");
    const outcome = await remove(verbContext(call, actor), head);
    switch (outcome.kind) {
      case "deleted":
        return presentLabel(head);
      case "gone":
        throw notFound("Label");
    }
  },
});
