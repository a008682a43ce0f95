// POST /notifications/:id/read and POST /notifications/read
import { integer } from "../../http/coerce.ts";
import { endpoint } from "../../http/endpoint.ts";
import { recordNotFound } from "../../http/errors.ts";
import { required } from "../../http/params.ts";
import { withUser } from "../../permissions/require.ts";
import { presentNotification } from "../../presenters/notification.ts";
import { markRead as read, markAllRead as readAll } from "../../services/notifications/read.ts";
import { verbContext } from "../context.ts";

export const markRead = endpoint({
  access: "user",
  params: { id: required(integer) },
  async handle(call) {
    const { actor } = await withUser(call);
    const outcome = await read(verbContext(call, actor), call.params.id ?? 0);
    switch (outcome.kind) {
      case "read":
        return presentNotification(outcome.notification, call.baseUrl);
      case "no_notification":
        throw recordNotFound();
    }
  },
});

/** Answers how many there were. */
export const markAllRead = endpoint({
  access: "user",
  params: {},
  async handle(call) {
    const { actor } = await withUser(call);
    return readAll(verbContext(call, actor));
  },
});
