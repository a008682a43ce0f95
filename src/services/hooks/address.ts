// Where a hook may lead. Judged as the URL standard reads it, so that every spelling of an address is the same address.

export interface HookAddress {
  /** Without user and password, otherwise as it was given. */
  readonly url: string;
  /** `Basic ...`; null when the URL named no user. */
  readonly authorization: string | null;
}

export interface AddressRules {
  /** HOOKS_ALLOW_LOCAL: any host will do, and http. */
  readonly allowLocal: boolean;
  /** `https://host`, as this server is called. */
  readonly origin: string;
}

const MAX_CHARACTERS = 2_000;

/** Null for what is no URL, is not spoken by HTTP, or leads where no hook may. */
export function readHookAddress(text: string, rules: AddressRules): HookAddress | null {
  // What the URL standard takes for slashes and drops silently is no part of an address.
  if (text.length > MAX_CHARACTERS || !/^https?:\/\/[^\s/\\\p{Cc}][^\s\\\p{Cc}]*$/iu.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || !isAllowedAddress(url, rules)) return null;
  const { username, password } = url;
  if (username === "" && password === "") return { url: text, authorization: null };
  url.username = "";
  url.password = "";
  return { url: url.href, authorization: `Basic ${btoa(`${decoded(username)}:${decoded(password)}`)}` };
}

/** Also asked before each delivery: the settings of the server may have changed since. */
export function isAllowedAddress({ protocol, hostname }: URL, { allowLocal, origin }: AddressRules): boolean {
  if (allowLocal) return protocol === "https:" || protocol === "http:";
  const host = withoutDot(hostname);
  return protocol === "https:" && isPublicName(host) && host !== withoutDot(new URL(origin).hostname);
}

const withoutDot = (hostname: string): string => hostname.replace(/\.+$/, "");

/** Names by which a network calls what is its own. */
const privateSuffixes = new Set([
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "arpa",
]);

/** A URL's hostname is in lower case, its digits are ASCII, and IPv4 in whatever spelling has four decimal parts. */
function isPublicName(host: string): boolean {
  const labels = host.split(".");
  const suffix = labels.at(-1) ?? "";
  const isAddress = host.startsWith("[") || /^\d+$/.test(suffix);
  return !isAddress && labels.length > 1 && !labels.includes("") && !privateSuffixes.has(suffix);
}

/** Percent-encoded UTF-8 as the bytes that Basic authentication carries. */
const decoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
