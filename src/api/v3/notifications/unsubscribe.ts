// POST and GET /unsubscribe, the link in mails. Mail clients POST to it (RFC 8058). GET returns a page to confirm, since
// mail scanners follow links, too.

import { findMailed } from "../../../db/queries/notifications/mails.ts";
import { filledText } from "../../../http/coerce.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { readUnsubscription } from "../../../notifications/unsubscription.ts";
import { endpoint } from "../../endpoint.ts";
import { bytes, one } from "../../response.ts";
import { presentMessage } from "../presenters/plain.ts";

/** The token in the link authenticates the recipient of the mail. */
export const unsubscribe = endpoint({
  access: "anyone",
  params: { token: required(filledText) },
  response: one(presentMessage, 404),
  async handle(call) {
    const unsubscription = readUnsubscription(call.params.token);
    if (unsubscription === null) throw recordNotFound();
    // The check against the database keeps invented tokens from creating Durable Objects.
    const [[mailed]] = await call.db.batch(findMailed(unsubscription));
    if (mailed === undefined || !(await call.notifiers.unsubscribe(unsubscription))) throw recordNotFound();
    return presentMessage("You have been unsubscribed from this thread.");
  },
});

const page = `<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Unsubscribe</title>
<form method="post"><p>Do you want to be told no more about this?</p><button>Unsubscribe</button></form>
`;

/** The form posts to the page's own URL. */
export const confirmUnsubscribe = endpoint({
  access: "anyone",
  params: { token: required(filledText) },
  response: bytes("text/html"),
  async handle() {
    return new Response(page, {
      headers: { "content-type": "text/html; charset=utf-8", "referrer-policy": "no-referrer" },
    });
  },
});
