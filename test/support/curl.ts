// The part of curl that the guide uses, through `fetch`: the tests need no curl.
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    include: { type: "boolean", short: "i" },
    get: { type: "boolean", short: "G" },
    request: { type: "string", short: "X" },
    header: { type: "string", short: "H", multiple: true, default: [] },
    data: { type: "string", short: "d", multiple: true, default: [] },
    "data-urlencode": { type: "string", multiple: true, default: [] },
  },
});

/** `name=text`: only the text is encoded. */
function encoded(field: string): string {
  const at = field.indexOf("=") + 1;
  return field.slice(0, at) + encodeURIComponent(field.slice(at));
}

const [address = ""] = positionals;
const body = [...values.data, ...values["data-urlencode"].map(encoded)].join("&");
const hasBody = body !== "" && values.get !== true;
const url = values.get === true && body !== "" ? `${address}${address.includes("?") ? "&" : "?"}${body}` : address;
const headers = new Headers(hasBody ? { "content-type": "application/x-www-form-urlencoded" } : {});
for (const header of values.header) {
  const [name = "", ...value] = header.split(":");
  headers.set(name, value.join(":").trim());
}
const response = await fetch(url, {
  method: values.request ?? (hasBody ? "POST" : "GET"),
  headers,
  redirect: "manual",
  ...(hasBody && { body }),
});
if (values.include === true) {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  process.stdout.write(`HTTP/1.1 ${response.status} ${response.statusText}\r\n${lines.join("")}\r\n`);
}
process.stdout.write(Buffer.from(await response.arrayBuffer()));
