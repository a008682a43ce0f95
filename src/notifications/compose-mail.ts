// Composes the mail about a notification, in plain text and in HTML: pure.
import { html } from "hono/html";
import type { MailRow } from "../db/queries/notifications/mails.ts";
import type { IssuableType } from "../db/schema/issuables.ts";
import type { NotificationReason } from "../db/schema/notifications.ts";

export interface Mail {
  readonly to: string;
  readonly from: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface MailFrame {
  /** The sender's address. */
  readonly from: string;
  /** `https://host`, for links. */
  readonly origin: string;
  /** One click there unsubscribes the recipient from the issuable. */
  readonly unsubscribeUrl: string;
}

const called: Record<IssuableType, { word: string; sign: string; path: string }> = {
  Issue: { word: "issue", sign: "#", path: "issues" },
  MergeRequest: { word: "merge request", sign: "!", path: "merge_requests" },
};

const because: Record<NotificationReason, string> = {
  mentioned: "you were mentioned",
  assigned: "it is or was assigned to you",
  review_requested: "your review is or was requested",
  author: "you opened it",
  subscribed: "you subscribed to it",
  label_subscribed: "you subscribed to one of its labels",
  participating: "you take part in it",
  watching: "you watch the project",
};

/** Clients thread the mails of an issuable by a shared reference, since the platform assigns each Message-ID. */
export function composeMail(row: MailRow, { from, origin, unsubscribeUrl }: MailFrame): Mail {
  const { word, sign, path } = called[row.target_type];
  const projectUrl = `${origin}/${row.namespace_path}/${row.project_path}`;
  const url = `${projectUrl}/${path}/${row.iid}${row.note_id === null ? "" : `#note_${row.note_id}`}`;
  const subject = `${row.project_name} | ${row.title} (${sign}${row.iid})`;
  const thread = `<${word.replace(" ", "_")}_${row.target_id}@${new URL(origin).hostname}>`;
  const said = { sentence: sentenceOf(row, `${word} ${sign}${row.iid}`), text: row.text, because: because[row.reason] };
  return {
    to: row.address,
    from: { name: oneLine(row.actor_name).replace(/["<>\\]/g, ""), email: from },
    subject: oneLine(row.action === "opened" ? subject : `Re: ${subject}`),
    text: plainText({ ...said, url, unsubscribeUrl }),
    html: htmlText({ ...said, url, unsubscribeUrl }),
    headers: {
      "In-Reply-To": thread,
      References: thread,
      "Auto-Submitted": "auto-generated",
      // The platform accepts https only.
      ...(unsubscribeUrl.startsWith("https:") && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
      // Headers are ASCII; the path distinguishes mails just as well.
      ...(isAscii(row.project_name) && { "X-GitLab-Project": oneLine(row.project_name) }),
      "X-GitLab-Project-Id": String(row.project_id),
      "X-GitLab-Project-Path": `${row.namespace_path}/${row.project_path}`,
      [`X-GitLab-${row.target_type}-ID`]: String(row.target_id),
      "X-GitLab-NotificationReason": row.reason,
    },
  };
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Removes characters that would end a header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

function sentenceOf({ action, actor_name, title, assignee_name, labels }: MailRow, reference: string): string {
  const issuable = `${reference} “${oneLine(title)}”`;
  const actor = oneLine(actor_name);
  switch (action) {
    case "opened":
    case "closed":
    case "reopened":
    case "moved":
    case "merged":
      return `${actor} ${action} ${issuable}.`;
    case "pushed":
      return `${actor} pushed new commits to ${issuable}.`;
    case "commented":
      return `${actor} commented on ${issuable}:`;
    case "reassigned":
      return `${actor} changed who ${issuable} is assigned to: ${assignee_name === null ? "nobody" : oneLine(assignee_name)}.`;
    case "review_requested":
      return assignee_name === null
        ? `${actor} withdrew the request to review ${issuable}.`
        : `${actor} requested a review of ${issuable} from ${oneLine(assignee_name)}.`;
    case "relabeled":
      return `${actor} added labels to ${issuable}${listOf(titlesOf(labels))}.`;
  }
}

const titlesOf = (labels: string): string[] => (JSON.parse(labels) as string[]).toSorted();

/** Skips labels deleted since. */
const listOf = (titles: readonly string[]): string => (titles.length === 0 ? "" : `: ${titles.join(", ")}`);

interface Said {
  readonly sentence: string;
  readonly text: string | null;
  readonly because: string;
  readonly url: string;
  readonly unsubscribeUrl: string;
}

const plainText = ({ sentence, text, because: why, url, unsubscribeUrl }: Said): string =>
  [
    sentence,
    ...(text === null || text === "" ? [] : [text]),
    `-- \nYou receive this mail because ${why}: ${url}\nUnsubscribe: ${unsubscribeUrl}`,
  ].join("\n\n");

/** `html` escapes what it inserts. It returns a promise only for values that are promises. */
const htmlText = ({ sentence, text, because: why, url, unsubscribeUrl }: Said): string =>
  [
    html`<p>${sentence}</p>`,
    ...(text === null || text === "" ? [] : [html`<div style="white-space: pre-wrap">${text}</div>`]),
    html`<p style="color: #777; font-size: small">&mdash;<br>You receive this mail because ${why}: <a href="${url}">${url}</a>.
<a href="${unsubscribeUrl}">Unsubscribe</a></p>`,
  ].join("\n");
