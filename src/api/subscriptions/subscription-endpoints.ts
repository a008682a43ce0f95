// Subscribes to an issue or a merge request, or unsubscribes, in every version of the API.

import { type ProjectKey, projectKey } from "../../db/queries/projects/row.ts";
import type { Statement } from "../../db/statement.ts";
import { forbidden, recordNotFound } from "../../http/errors.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import { changeSubscription } from "../../services/subscriptions/change.ts";
import { type Call, endpoint, notModified } from "../endpoint.ts";
import { byRecord, type IssuableKind } from "../issuables.ts";
import type { Actor } from "../require.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { verbContext } from "../verb-context.ts";

/** An issue or a merge request, as the subscription endpoints find and present it. */
export interface Subscribable<Row> {
  readonly kind: IssuableKind;
  /** True if only its editors may subscribe, false if all its readers may. */
  readonly editorsOnly: boolean;
  readonly response: EndpointResponse;
  find(viewer: ViewerKey, project: ProjectKey, id: number): Statement<Row>;
  /** null if the row was deleted or is not visible to the viewer. */
  present(row: Row, call: Call, actor: Actor): object | null | Promise<object>;
}

export function subscriptionEndpoints<Row>({ kind, editorsOnly, response, find, present }: Subscribable<Row>) {
  const changing = (subscribed: boolean) =>
    endpoint({
      access: kind.read,
      params: kind.params,
      response,
      async handle(call) {
        const { actor, issuable } = await kind.find(call, kind.idOf(call.params), byRecord);
        if (editorsOnly && !issuable.editable) throw forbidden();
        const read = find(call.viewer, projectKey(call.params.id), issuable.id);
        const outcome = await changeSubscription(verbContext(call, actor), issuable, subscribed, read);
        return respond(outcome, {
          changed: ({ row }) => present(row, call, actor) ?? recordNotFound(),
          unchanged: notModified,
          gone: recordNotFound,
        });
      },
    });
  return { subscribe: changing(true), unsubscribe: changing(false) };
}
