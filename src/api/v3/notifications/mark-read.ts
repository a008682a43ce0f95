// POST /notifications/:id/read and POST /notifications/read

import { integer } from "../../../http/coerce.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { markRead as read, markAllRead as readAll } from "../../../services/notifications/read.ts";
import { endpoint } from "../../endpoint.ts";
import { withUser } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentNotification } from "../presenters/notification.ts";
import { presentCount } from "../presenters/plain.ts";

export const markRead = endpoint({
  access: "user",
  params: { id: required(integer) },
  response: one(presentNotification),
  async handle(call) {
    const { actor } = await withUser(call);
    const outcome = await read(verbContext(call, actor), call.params.id ?? 0);
    return respond(outcome, {
      read: ({ notification }) => presentNotification(notification, call),
      no_notification: recordNotFound,
    });
  },
});

/** Returns the number of notifications marked. */
export const markAllRead = endpoint({
  access: "user",
  params: {},
  response: one(presentCount),
  async handle(call) {
    const { actor } = await withUser(call);
    return presentCount(await readAll(verbContext(call, actor)));
  },
});
