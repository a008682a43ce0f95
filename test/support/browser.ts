// A browser without scripts: keeps cookies, follows redirects, and submits forms with the fields that a page has.
import { baseUrl } from "./api.ts";
import { server } from "./server.ts";

export interface ShownPage {
  readonly status: number;
  /** Path and query after redirects. */
  readonly path: string;
  readonly html: string;
  /** The text between tags, with single spaces. */
  readonly text: string;
  readonly headers: Headers;
}

const MOST_REDIRECTS = 5;

export class Browser {
  readonly #cookies = new Map<string, string>();

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** Signs in with an access token. */
  static async signedIn(token: string): Promise<Browser> {
    const browser = new Browser();
    const signIn = await browser.open("/-/sign_in");
    const page = await browser.submit(signIn, "/-/sign_in", { token });
    if (page.status !== 200) throw new Error(`Signing in was answered with ${page.status}: ${page.text}`);
    return browser;
  }

  open(path: string): Promise<ShownPage> {
    return this.#request(path, { headers: { accept: "text/html" } });
  }

  /**
   * Submits the form of the page that has this action, with the values of its fields, of which some are replaced. A
   * field of several values, such as checkboxes of one name, takes a list.
   * Unchecked boxes and buttons are not sent, as in a browser; name a button among the fields to press it.
   */
  submit(
    page: ShownPage,
    action: string,
    fields: Readonly<Record<string, string | readonly string[]>> = {},
  ): Promise<ShownPage> {
    const form = formsOf(page.html).find((one) => one.action === action);
    if (form === undefined) throw new Error(`${page.path} has no form for ${action}: ${actionsOf(page).join(", ")}`);
    const body = new URLSearchParams(form.fields.filter(([name]) => fields[name] === undefined));
    for (const [name, values] of Object.entries(fields)) for (const one of [values].flat()) body.append(name, one);
    return this.post(action, body);
  }

  /** Sends any form. */
  post(action: string, body: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<ShownPage> {
    const init = { method: "POST", body, headers: { accept: "text/html", origin: baseUrl, ...headers } };
    return this.#request(action, init);
  }

  async #request(path: string, init: RequestInit, redirects = 0): Promise<ShownPage> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(init.headers);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await server.fetch(baseUrl + path, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const html = await response.text();
    const location = response.headers.get("location");
    if (response.status === 303 && location !== null) {
      if (redirects === MOST_REDIRECTS) throw new Error(`${path} redirects endlessly.`);
      return this.#request(location, { headers: { accept: "text/html" } }, redirects + 1);
    }
    return { status: response.status, path, html, text: textOf(html), headers: response.headers };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    if (attributes.includes("Max-Age=0")) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(equals + 1));
  }
}

/** The actions of the forms of a page. */
export const actionsOf = (page: ShownPage): string[] => formsOf(page.html).map(({ action }) => action);

interface FoundForm {
  readonly action: string;
  readonly fields: [string, string][];
}

/** Reads the HTML that the pages make, in which attributes are quoted and forms are not nested. */
function formsOf(html: string): FoundForm[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = "", inner = ""]) => ({
    action: attribute(attributes, "action") ?? "",
    fields: fieldsOf(inner),
  }));
}

function fieldsOf(html: string): [string, string][] {
  const found: [string, string][] = [];
  for (const [, tag, attributes = "", rest = ""] of html.matchAll(
    /<(input|select|textarea)((?:[^>"]|"[^"]*")*)>(?:(.*?)<\/\1>)?/gs,
  )) {
    const name = attribute(attributes, "name");
    if (name === undefined) continue;
    const isBox = /\btype="(?:checkbox|radio)"/.test(attributes);
    if (tag === "input" && (!isBox || /\bchecked\b/.test(attributes))) {
      found.push([name, attribute(attributes, "value") ?? (isBox ? "on" : "")]);
    } else if (tag === "textarea") found.push([name, unescaped(rest).replace(/^\n/, "")]);
    else if (tag === "select") {
      const option = /<option([^>]*\bselected[^>]*)>/.exec(rest) ?? /<option([^>]*)>/.exec(rest);
      found.push([name, attribute(option?.[1] ?? "", "value") ?? ""]);
    }
  }
  return found;
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : unescaped(value);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name] ?? "");

const textOf = (html: string): string =>
  unescaped(html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ").replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();

/** Round trips to the database that the page took. */
export const roundTripsOf = ({ headers }: ShownPage): number =>
  Number(/round-trips=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1]);
