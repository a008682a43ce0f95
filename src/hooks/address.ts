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

/**
 * Names by which a network calls what is its own, and all names below them: those that IANA and ICANN keep out of the
 * public DNS (RFC 6761, 6762 appendix G, 7686, 8375, 9476; ICANN's "internal", "home", "corp" and "mail"), and those
 * that Kubernetes, cloud providers, service discovery and routers use.
 */
const privateNames = [
  ...["localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "mail", "arpa"],
  ...["alt", "invalid", "onion", "test"],
  ...["cluster", "consul", "docker", "incus", "kube", "lxd", "nomad", "svc"],
  ...["dhcp", "domain", "fritz.box", "localdomain", "router", "wan", "workgroup"],
];

/**
 * Public names whose servers answer with an address that is spelled in the name asked for, with this machine's own, or
 * with another address at each question. There are more of them than anybody can list, see docs/decisions.md.
 */
const wildcardNames = [
  // the address is in the name
  ...["backname.io", "local-ip.co", "local-ip.sh", "local-ip.medicmobile.org", "nip.io"],
  ...["plex.direct", "sslip.io", "traefik.me", "xip.io"],
  // always this machine
  ...["127-0-0-1.org.uk", "colasloth.com", "fuf.me", "lacolhost.com", "lcl.host", "local.gd"],
  ...["localho.st", "localhost.direct", "localtest.me", "lvh.me"],
  ...["smackaho.st", "vcap.me"],
  // now one address, now another
  ...["1u.ms", "rbndr.us"],
];

const refusedNames: ReadonlySet<string> = new Set([...privateNames, ...wildcardNames]);

/** A URL's hostname is in lower case, its digits are ASCII, and IPv4 in whatever spelling has four decimal parts. */
function isPublicName(host: string): boolean {
  const labels = host.split(".");
  const isAddress = host.startsWith("[") || /^\d+$/.test(labels.at(-1) ?? "");
  if (isAddress || labels.length === 1 || labels.includes("")) return false;
  return !labels.some((_, at) => refusedNames.has(labels.slice(at).join(".")));
}

/** Percent-encoded UTF-8 as the bytes that Basic authentication carries. */
const decoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
