// A client that disconnects in the middle of its request is no server error.
import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { OwnServer } from "../support/own-server.ts";

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** The request of git before the objects of a pack. */
const beginningOfPush = (() => {
  const command = `${"0".repeat(40)} ${"1".repeat(40)} refs/heads/main\0report-status`;
  return `${(command.length + 4).toString(16).padStart(4, "0")}${command}0000PACK\0\0\0\x02\0\0\0\x05`;
})();

const uploads: [string, readonly string[], string][] = [
  [
    "JSON of declared length",
    ["POST /api/v3/groups HTTP/1.1", "Content-Type: application/json", "Content-Length: 1000000"],
    '{"name": ',
  ],
  [
    "JSON in chunks",
    ["POST /api/v3/groups HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked"],
    chunk('{"name": '),
  ],
  [
    "a push of declared length",
    [
      "POST /root/pushed.git/git-receive-pack HTTP/1.1",
      "Content-Type: application/x-git-receive-pack-request",
      "Content-Length: 1000000",
    ],
    beginningOfPush,
  ],
  [
    "a push in chunks",
    [
      "POST /root/pushed.git/git-receive-pack HTTP/1.1",
      "Content-Type: application/x-git-receive-pack-request",
      "Transfer-Encoding: chunked",
    ],
    chunk(beginningOfPush),
  ],
  [
    "a push that ends within its commands",
    [
      "POST /root/pushed.git/git-receive-pack HTTP/1.1",
      "Content-Type: application/x-git-receive-pack-request",
      "Transfer-Encoding: chunked",
    ],
    chunk(beginningOfPush.slice(0, 20)),
  ],
];

test("aborted uploads leave nothing in the log", async () => {
  await using server = await OwnServer.start();
  const created = await server.call("/projects", { method: "POST", body: new URLSearchParams({ name: "pushed" }) });
  expect(created.status).toBe(201);
  const before = server.output;
  for (const [, head, beginning] of uploads) {
    const socket = connect({ host: "127.0.0.1", port: server.port });
    await once(socket, "connect");
    socket.write([...head, "Host: localhost", `PRIVATE-TOKEN: ${server.token}`, "", beginning].join("\r\n"));
    // Another client gets its response before the disconnection, so that the upload has started.
    await server.call("/projects/root%2Fpushed/repository/branches");
    socket.destroy();
    await once(socket, "close");
  }
  // The repository's object has noticed it once it has served other requests.
  for (let round = 0; round < 20; round += 1) await server.call("/projects/root%2Fpushed/repository/branches");
  await server.end("SIGTERM");
  expect(server.output).toBe(before);
});
