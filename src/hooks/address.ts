// Where a hook may lead. Addresses are parsed by the URL standard first, so that every spelling is judged alike.

export interface HookAddress {
  /** As given, without user and password. */
  readonly url: string;
  /** `Basic …`; null when the URL has no user. */
  readonly authorization: string | null;
}

export interface AddressRules {
  /** HOOKS_ALLOW_LOCAL: allows any host, and http. */
  readonly allowLocal: boolean;
  /** `https://host` of this server. */
  readonly origin: string;
}

const MAX_CHARACTERS = 2_000;

/** Null for a text that is no URL, for other protocols than HTTP, and for forbidden hosts. */
export function readHookAddress(text: string, rules: AddressRules): HookAddress | null {
  // The URL standard accepts backslashes as slashes, and drops tabs and line breaks: a hook's address has none of these.
  if (text.length > MAX_CHARACTERS || !/^https?:\/\/[^\s/\\\p{Cc}][^\s\\\p{Cc}]*$/iu.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || !isAllowedAddress(url, rules)) return null;
  const { username, password } = url;
  if (username === "" && password === "") return { url: text, authorization: null };
  url.username = "";
  url.password = "";
  return { url: url.href, authorization: `Basic ${btoa(`${decoded(username)}:${decoded(password)}`)}` };
}

/** Also checked before each delivery, since the server's settings may have changed. */
export function isAllowedAddress({ protocol, hostname }: URL, { allowLocal, origin }: AddressRules): boolean {
  if (allowLocal) return protocol === "https:" || protocol === "http:";
  const host = withoutDot(hostname);
  return protocol === "https:" && isPublicName(host) && host !== withoutDot(new URL(origin).hostname);
}

const withoutDot = (hostname: string): string => hostname.replace(/\.+$/, "");

/**
 * Private names, with all names below them: those reserved from the public DNS (RFC 6761, 6762 appendix G, 7686, 8375,
 * 9476; ICANN's "internal", "home", "corp" and "mail"), and those used by Kubernetes, cloud providers, service discovery
 * and routers.
 */
const privateNames = [
  ...["localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "mail", "arpa"],
  ...["alt", "invalid", "onion", "test"],
  ...["cluster", "consul", "docker", "incus", "kube", "lxd", "nomad", "svc"],
  ...["dhcp", "domain", "fritz.box", "localdomain", "router", "wan", "workgroup"],
];

/**
 * Public DNS names that resolve to an address spelled in the name itself, to the local machine, or to a different address
 * each time. The list cannot be complete, see docs/decisions.md.
 */
const wildcardNames = [
  // spelled in the name
  ...["backname.io", "local-ip.co", "local-ip.sh", "local-ip.medicmobile.org", "nip.io"],
  ...["plex.direct", "sslip.io", "traefik.me", "xip.io"],
  // always the local machine
  ...["127-0-0-1.org.uk", "colasloth.com", "fuf.me", "lacolhost.com", "lcl.host", "local.gd"],
  ...["localho.st", "localhost.direct", "localtest.me", "lvh.me"],
  ...["smackaho.st", "vcap.me"],
  // a different address each time
  ...["1u.ms", "rbndr.us"],
];

const refusedNames: ReadonlySet<string> = new Set([...privateNames, ...wildcardNames]);

/** @param hostname as URL parsing normalises it: lower case, ASCII digits, IPv4 as four decimal parts */
function isPublicName(host: string): boolean {
  const labels = host.split(".");
  const isAddress = host.startsWith("[") || /^\d+$/.test(labels.at(-1) ?? "");
  if (isAddress || labels.length === 1 || labels.includes("")) return false;
  return !labels.some((_, at) => refusedNames.has(labels.slice(at).join(".")));
}

/** Decodes percent-encoded UTF-8 to the bytes Basic authentication carries. */
const decoded = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
