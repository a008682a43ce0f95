// Addresses that hooks may have, checked before anything is stored or sent.
import { describe, expect, test } from "vitest";
import { isAllowedAddress, readHookAddress } from "../../src/hooks/address.ts";

const strict = { allowLocal: false, origin: "https://tributary.example.com" };
const local = { allowLocal: true, origin: "http://127.0.0.1:8787" };

const forbidden = [
  // Not over HTTPS.
  "http://hooks.example.org/",
  // The local host by name.
  "https://localhost/",
  "https://LOCALHOST:8443/",
  "https://localhost./",
  "https://localhost../",
  "https://a.localhost/",
  "https://%6c%6f%63%61lhost/",
  "https://ｌｏｃａｌｈｏｓｔ/",
  "https://a.b.LocalHost./",
  "https://local\u00adhost/", // A soft hyphen.
  "https://localhost.localdomain/",
  // IPv4 in every notation.
  "https://127.0.0.1/",
  "https://127.0.0.1./",
  "https://127.1/",
  "https://127.0.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0x7f.0.0.1/",
  "https://0x7F.1/",
  "https://0177.0.0.1/",
  "https://017700000001/",
  "https://0/",
  "https://0.0.0.0/",
  "https://10.0.0.1/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://8.8.8.8/",
  "https://%31%32%37.0.0.1/",
  "https://127%2e0%2e0%2e1/",
  "https://１２７.０.０.１/",
  "https://127。0。0。1/",
  "https://①②⑦.0.0.1/",
  "https://１２７．０．０．１/",
  "https://0x7f.0x0.0x0.0x1/",
  "https://00000177.0.0.1/",
  "https://0300.0250.1.1/",
  "https://169.254.169.254./",
  "https://2852039166/latest/meta-data/",
  "https://0xA9FEA9FE/latest/meta-data/",
  "https://127.0.0.1:443/",
  "https://127.0.0.1?@hooks.example.org/",
  "https://127.0.0.1#@hooks.example.org/",
  // IPv6.
  "https://[::1]/",
  "https://[::]/",
  "https://[0:0:0:0:0:0:0:1]:443/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::FFFF:169.254.169.254]/",
  "https://[::127.0.0.1]/",
  "https://[0000:0000:0000:0000:0000:0000:0000:0001]/",
  "https://[fe80::1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[fd00::1]/",
  "https://[2606:4700:4700::1111]/",
  // Behind a user name that looks like a host.
  "https://hooks.example.org@127.0.0.1/",
  "https://hooks.example.org:x@localhost/",
  "https://user:password@[::1]/",
  "https://hooks.example.org%2F@10.0.0.1/",
  "https://hooks.example.org:443@0x7f.1/",
  "https://a@b@localhost/",
  // Private networks.
  "https://intranet/",
  "https://metadata.google.internal/",
  "https://METADATA.GOOGLE.INTERNAL./",
  "https://host.docker.internal:2375/",
  "https://printer.local/",
  "https://PRINTER.Local./",
  "https://nas.lan/",
  "https://wiki.corp/",
  "https://router.home/",
  "https://router.home.arpa/",
  "https://1.0.0.127.in-addr.arpa/",
  "https://kubernetes.default.svc/",
  "https://kubernetes.default.svc.cluster.local/",
  "https://KUBERNETES.default.SVC./",
  "https://vault.service.consul/",
  "https://wiki.intranet/",
  "https://wiki.private/",
  "https://wiki.ｉｎｔｒａｎｅｔ/",
  "https://mail.mail/",
  "https://hidden.onion/",
  "https://hooks.test/",
  "https://hooks.invalid/",
  "https://fritz.box/",
  "https://nas.fritz.box./",
  // Names that resolve to the address they contain, or to the local host.
  "https://10.0.0.1.nip.io/",
  "https://10-0-0-1.nip.io/",
  "https://0a000001.nip.io/",
  "https://nip.io/",
  "https://10.0.0.1.NIP.IO./",
  "https://10.0.0.1.ｎｉｐ.ｉｏ/",
  "https://10.0.0.1.nip。io/",
  "https://10.0.0.1.nip%2eio/",
  "https://10.0.0.1.n\u00adip.io/", // A soft hyphen.
  "https://app.10.0.0.1.sslip.io/",
  "https://www.192-168-0-1.sslip.io/",
  "https://--1.sslip.io/",
  "https://10.0.0.1.xip.io/",
  "https://localtest.me/",
  "https://a.b.localtest.me/",
  "https://lvh.me:8443/",
  "https://app.lvh.me../",
  "https://10-0-0-1.traefik.me/",
  "https://app.vcap.me/",
  "https://app.lacolhost.com/",
  "https://app.lcl.host/",
  "https://127-0-0-1.org.uk/",
  "https://make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms/",
  "https://7f000001.c0a80001.rbndr.us/",
  "https://192-168-1-1.0123456789abcdef0123456789abcdef.plex.direct:32400/",
  // The server itself.
  "https://tributary.example.com/api/v3/projects",
  "https://tributary.example.com:8443/",
  "https://ｔｒｉｂｕｔａｒｙ.example.com/",
  "https://TRIBUTARY.example.com./",
  "https://user@tributary.example.com/",
];

const never = [
  "",
  " ",
  "nonsense",
  "hooks.example.org",
  "//hooks.example.org/",
  "ftp://hooks.example.org/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/plain,hello",
  "ssh://git@hooks.example.org/",
  "https:hooks.example.org",
  "https:///hooks.example.org",
  "https://",
  "https://@/",
  "https://hooks.example.org:99999/",
  "https://hooks.example.org:port/",
  "https://[::1/",
  "https://[fe80::1%25eth0]/",
  "https://[fe80::1%eth0]/",
  "https://[::1].example.org/",
  "https://hooks.example.org%40localhost/",
  "https://localhost%00.example.org/",
  "https://0x7f.0.0.0.1/",
  "https://256.256.256.256/",
  "https://exa mple.org/",
  " https://hooks.example.org/",
  "https://hooks.example.org/\n",
  "https://hooks.exa\tmple.org/",
  "https:\\\\hooks.example.org\\",
  "https://hooks.example.org\\@localhost/",
  `https://hooks.example.org/${"x".repeat(2_000)}`,
];

test.each(forbidden)("%s is refused unless local addresses are allowed", (url) => {
  expect(readHookAddress(url, strict)).toBeNull();
  expect(readHookAddress(url, local)).not.toBeNull();
});

test.each(never)("%j is refused even if local addresses are allowed", (url) => {
  expect(readHookAddress(url, strict)).toBeNull();
  expect(readHookAddress(url, local)).toBeNull();
});

describe("an address on the internet", () => {
  test.each([
    "https://hooks.example.org/",
    "https://hooks.example.org",
    "HTTPS://Hooks.Example.org/Path?a=b&c=%20#d",
    "https://hooks.example.org:8443/x",
    "https://127.0.0.1.example.org/",
    "https://localhost.example.org/",
    "https://internal.example.org/",
    "https://svc.example.org/",
    "https://corp.example.org/",
    "https://nip.io.example.org/",
    "https://snip.io/",
    "https://my-lvh.me/",
    "https://hooks.box/",
    "https://bücher.example/",
    "https://notributary.example.com/",
    "https://example.com/",
  ])("%s is allowed and stored unchanged", (url) => {
    expect(readHookAddress(url, strict)).toEqual({ url, authorization: null });
  });
});

test.each([
  ["https://user:secret@hooks.example.org/x?y", "user:secret"],
  ["https://user@hooks.example.org/x?y", "user:"],
  ["https://:secret@hooks.example.org/x?y", ":secret"],
  ["https://us%65r:p%40ss%2Fword%3A@hooks.example.org/x?y", "user:p@ss/word:"],
  ["https://Jürgen:pässwörd@hooks.example.org/x?y", "Jürgen:pässwörd"],
  ["https://user:100%@hooks.example.org/x?y", "user:100%"],
])("user and password of %s are removed", (given, credentials) => {
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  expect(readHookAddress(given, strict)).toEqual({ url: "https://hooks.example.org/x?y", authorization });
});

test("an address is checked again before each delivery, with the current settings", () => {
  const url = new URL("http://127.0.0.1:9999/");
  expect(isAllowedAddress(url, local)).toBe(true);
  expect(isAllowedAddress(url, strict)).toBe(false);
});

test("an address has 2,000 characters at most", () => {
  const longest = `https://hooks.example.org/${"x".repeat(1_974)}`;
  expect([readHookAddress(longest, strict), readHookAddress(`${longest}x`, strict)]).toEqual([
    { url: longest, authorization: null },
    null,
  ]);
});
