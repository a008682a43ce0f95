// Creates a label, in every version of the API.
import type { LabelRow } from "../../db/queries/labels/labels.ts";
import { integer, text } from "../../http/coerce.ts";
import { conflict } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import { createLabel as create } from "../../services/labels/create.ts";
import { cleanTitle } from "../../services/labels/title.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { withManagedLabels } from "./managed-labels.ts";

export const creatingLabel = <Body>(present: (label: LabelRow) => Body) =>
  endpoint({
    access: { project: "admin_label" },
    params: {
      ...idParam,
      name: required(text),
      color: required(text),
      description: optional(text),
      priority: optional(integer),
    },
    response: one(present, 409),
    async handle(call) {
      const { name, color, description, priority } = call.params;
      const title = cleanTitle(name ?? "");
      const { actor, viewerRow } = await withManagedLabels(call, { id: null, title });
      // Takes precedence over other errors.
      if (viewerRow.id !== null) throw alreadyExists();
      const outcome = await create(verbContext(call, actor), viewerRow.project_id, {
        title,
        color: color ?? "",
        description: description ?? null,
        priority: priority ?? null,
      });
      return respond(outcome, {
        ...refusals,
        created: ({ label }) => present(label),
        exists: alreadyExists,
      });
    },
  });

const alreadyExists = () => conflict("Label already exists");
