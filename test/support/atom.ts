// Requests of feed readers, and feeds by the rules of RFC 4287.
import { baseUrl } from "./api.ts";
import { server } from "./server.ts";
import { parseXml, type XmlElement } from "./xml.ts";

const ATOM = "{http://www.w3.org/2005/Atom}";

export interface FeedAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** @param token a value for `private_token` */
export async function readFeed(
  path: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<FeedAnswer> {
  const query = token === undefined ? "" : `?${new URLSearchParams({ private_token: token })}`;
  const response = await server.fetch(baseUrl + path + query, { headers, redirect: "manual" });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly updated: string;
  /** By their relation. */
  readonly links: Readonly<Record<string, string>>;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry extends Omit<Feed, "entries"> {
  readonly author: { readonly name: string; readonly uri: string };
  readonly summary: string;
}

/** @throws Error if it lacks what RFC 4287, sections 4.1.1 and 4.1.2, requires, or has it twice */
export function parseFeed(text: string): Feed {
  const root = parseXml(text);
  if (root.name !== `${ATOM}feed`) throw new Error(`The document is no feed but ${root.name}.`);
  const feed = { ...commonOf(root), entries: childrenOf(root, "entry").map(parseEntry) };
  const ids = [feed.id, ...feed.entries.map(({ id }) => id)];
  if (new Set(ids).size < ids.length) throw new Error("Two ids are the same.");
  return feed;
}

function parseEntry(entry: XmlElement): FeedEntry {
  const author = only(entry, "author");
  const summary = only(entry, "summary").text;
  const who = { name: only(author, "name").text, uri: only(author, "uri").text };
  return { ...commonOf(entry), author: who, summary };
}

function commonOf(element: XmlElement): Omit<Feed, "entries"> {
  const [id, title, updated] = ["id", "title", "updated"].map((name) => only(element, name).text);
  if (!/^tag:[a-z0-9.-]+,\d{4}-\d\d-\d\d:\S+$/.test(id ?? "")) throw new Error(`${id} is no tag URI.`);
  // RFC 3339 with the capital letters that RFC 4287, section 3.3, requires.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(updated ?? "")) throw new Error(`${updated} is no date.`);
  const links = childrenOf(element, "link").map(({ attributes: { rel, href } }) => [rel, new URL(href ?? "").href]);
  return { id: id ?? "", title: title ?? "", updated: updated ?? "", links: Object.fromEntries(links) };
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === ATOM + name);

function only(element: XmlElement, name: string): XmlElement {
  const [found, ...others] = childrenOf(element, name);
  if (found === undefined || others.length > 0) throw new Error(`${element.name} has not exactly one ${name}.`);
  return found;
}
