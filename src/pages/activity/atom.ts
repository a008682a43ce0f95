// Activity as Atom 1.0 (RFC 4287). Pure.
import { html } from "hono/html";
import type { ActivityRow } from "../../db/queries/events/activity.ts";
import { userUrl } from "../paths.ts";
import { describeActivity, hrefOf, sentenceOf } from "./describe.ts";

export interface FeedSubject {
  /** `project/5`: it never changes, unlike the path. */
  readonly key: string;
  readonly title: string;
  /** The path of the page whose feed it is. */
  readonly path: string;
  /** ISO 8601; of an empty feed the time of the last change. */
  readonly created_at: string;
}

/** XML 1.0 has no other characters, escaped or not. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * @param baseUrl `https://host`
 * @param feedPath the path of the feed itself
 * @param entries the newest first
 */
export function atomFeed(
  baseUrl: string,
  feedPath: string,
  subject: FeedSubject,
  entries: readonly ActivityRow[],
): string {
  const { title, path, created_at } = subject;
  const text = html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${tagUri(baseUrl, created_at, subject.key)}</id>
<title>${title}</title>
<updated>${entries[0]?.created_at ?? created_at}</updated>
<link rel="self" type="application/atom+xml" href="${baseUrl + feedPath}"/>
<link rel="alternate" type="text/html" href="${baseUrl + path}"/>
${entries.map((entry) => atomEntry(baseUrl, entry))}</feed>
`;
  return String(text).replaceAll(NOT_XML, "\uFFFD");
}

function atomEntry(baseUrl: string, entry: ActivityRow) {
  const { excerpt } = describeActivity(entry);
  return html`<entry>
<id>${tagUri(baseUrl, entry.created_at, `event/${entry.id}`)}</id>
<title>${sentenceOf(entry)}</title>
<updated>${entry.created_at}</updated>
<link rel="alternate" type="text/html" href="${baseUrl + hrefOf(entry)}"/>
<author><name>${entry.author_name}</name><uri>${baseUrl + userUrl(entry.author_username)}</uri></author>
<summary>${excerpt ?? sentenceOf(entry)}</summary>
</entry>
`;
}

/** RFC 4151: the server's name, with a day on which it had that name. */
const tagUri = (baseUrl: string, createdAt: string, key: string): string =>
  `tag:${new URL(baseUrl).hostname},${createdAt.slice(0, 10)}:${key}`;
