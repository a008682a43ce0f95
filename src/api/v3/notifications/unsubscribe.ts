// POST /unsubscribe and GET /unsubscribe: the link in a mail. Mail programs post to it (RFC 8058), people open it and are
// asked first, since programs that look through mail follow links, too.
import { findMailed } from "../../../db/queries/notifications/mails.ts";
import { filledText } from "../../../http/coerce.ts";
import { recordNotFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { readUnsubscription } from "../../../notifications/unsubscription.ts";
import { endpoint } from "../../endpoint.ts";

/** Whoever has the link is the one who was sent it. */
export const unsubscribe = endpoint({
  access: "anyone",
  params: { token: required(filledText) },
  async handle(call) {
    const unsubscription = readUnsubscription(call.params.token);
    if (unsubscription === null) throw recordNotFound();
    // Whoever makes up a token must not call notifiers into being.
    const [[mailed]] = await call.db.batch(findMailed(unsubscription));
    if (mailed === undefined || !(await call.notifiers.unsubscribe(unsubscription))) throw recordNotFound();
    return { message: "You have been unsubscribed from this thread." };
  },
});

const page = `<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Unsubscribe</title>
<form method="post"><p>Do you want to be told no more about this?</p><button>Unsubscribe</button></form>
`;

/** The page's form posts to where it stands. */
export const askToUnsubscribe = endpoint({
  access: "anyone",
  params: { token: required(filledText) },
  async handle() {
    return new Response(page, {
      headers: { "content-type": "text/html; charset=utf-8", "referrer-policy": "no-referrer" },
    });
  },
});
