// POST, DELETE .../subscription: under /projects/:id/issues/:subscribable_id and
// /projects/:id/merge_requests/:subscribable_id
import { type ProjectKey, projectKey } from "../../../db/queries/projects/row.ts";
import type { Statement } from "../../../db/statement.ts";
import { idOrPath } from "../../../http/coerce.ts";
import { forbidden, recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import type { ViewerKey } from "../../../permissions/visible.ts";
import { changeSubscription } from "../../../services/subscriptions/change.ts";
import { endpoint, notModified } from "../../endpoint.ts";
import { verbContext } from "../context.ts";
import { idParam } from "../id-param.ts";
import { byRecord, type IssuableKind } from "../issuables.ts";

/** What one can subscribe to, and how it is answered. */
export interface Subscribable<Row> {
  readonly kind: IssuableKind;
  /** Or it is for whoever may read it. */
  readonly editorsOnly: boolean;
  find(viewer: ViewerKey, project: ProjectKey, id: number): Statement<Row>;
  /** null when the viewer does not see it, or it is gone. */
  present(row: Row, baseUrl: string): object | null;
}

export function subscriptionEndpoints<Row>({ kind, editorsOnly, find, present }: Subscribable<Row>) {
  const changing = (subscribed: boolean) =>
    endpoint({
      access: kind.read,
      // Untyped in GitLab: what is no id is not found.
      params: { ...idParam, subscribable_id: required(idOrPath) },
      async handle(call) {
        const { id, subscribable_id } = call.params;
        const { actor, issuable } = await kind.find(call, subscribable_id.id, byRecord);
        if (editorsOnly && !issuable.editable) throw forbidden();
        const answer = find(call.viewer, projectKey(id), issuable.id);
        const outcome = await changeSubscription(verbContext(call, actor), issuable, subscribed, answer);
        switch (outcome.kind) {
          case "changed":
            return present(outcome.row, call.baseUrl) ?? gone();
          case "unchanged":
            return notModified();
          case "gone":
            return gone();
        }
      },
    });
  return { subscribe: changing(true), unsubscribe: changing(false) };
}

function gone(): never {
  throw recordNotFound();
}
