// The part of curl that the guide uses, in the process of the tests: they need no curl, and no process of Node's for each
// call. A shell script takes its place in the PATH and hands its arguments over.
import { chmodSync, constants, openSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./programs.ts";

/** Sends a FIFO for the answer, the number of arguments, and the arguments, each with a NUL behind it. */
const script = `#!/bin/sh
answer="$0.$$"
mkfifo "$answer"
printf '%s\\0' "$answer" "$#" "$@" > "$0.calls"
cat "$answer"
rm "$answer"
`;

/** Puts `curl` into a folder. Call the result's `close` before the folder is deleted. */
export async function installCurl(folder: string): Promise<{ close(): void }> {
  const program = join(folder, "curl");
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  await run("mkfifo", [`${program}.calls`], { cwd: folder });
  // Opened for both, so that it does not end between two calls.
  const fd = openSync(`${program}.calls`, constants.O_RDWR | constants.O_NONBLOCK);
  const calls = new Socket({ fd, readable: true, writable: false });
  let text = "";
  calls.setEncoding("utf8").on("data", (more: string) => {
    const words = (text + more).split("\0");
    for (let count = Number(words[1]); words.length > count + 2; count = Number(words[1])) {
      const [answer = "", , ...args] = words.splice(0, count + 2);
      void respond(answer, args);
    }
    text = words.join("\0");
  });
  return { close: () => calls.destroy() };
}

async function respond(answer: string, args: readonly string[]): Promise<void> {
  const bytes = await request(args).catch((error: unknown) => Buffer.from(`curl: ${error}\n`));
  await writeFile(answer, bytes);
}

/** What curl prints. @throws TypeError for an unknown option, and if the server cannot be reached */
async function request(args: readonly string[]): Promise<Buffer> {
  const { values, positionals } = parseArgs({
    args: [...args],
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
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${response.status} ${response.statusText}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(values.include === true ? head : ""), Buffer.from(await response.arrayBuffer())]);
}

/** `name=text`: only the text is encoded. */
function encoded(field: string): string {
  const at = field.indexOf("=") + 1;
  return field.slice(0, at) + encodeURIComponent(field.slice(at));
}
