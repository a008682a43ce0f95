// Mail, as `npm start` writes it to files, and the unsubscribe link in it.
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { OwnServer } from "../../../support/own-server.ts";

/** Text or HTML of the mails that contain these words, once there are this many. */
async function mailed({ stateDir }: OwnServer, kind: "text" | "html", words: string, count: number): Promise<string[]> {
  const end = Date.now() + 10_000;
  for (;;) {
    const files = await Array.fromAsync(glob(join(stateDir, `tmp/email/*/email-${kind}/*`)));
    const all = await Promise.all(files.map((file) => readFile(file, "utf8")));
    const mails = all.filter((mail) => mail.includes(words));
    if (mails.length >= count) return mails;
    if (Date.now() > end) throw new Error(`There are ${mails.length} mails, not ${count}`);
    await sleep(50);
  }
}

test("a comment is mailed to subscribers, until they follow the link in the mail and confirm", async () => {
  await using server = await OwnServer.start();
  expect(server.output).toContain("tmp/email");
  const send = async (method: string, path: string, body: object, sudo = "root") => {
    const headers = { "content-type": "application/json", sudo };
    const answer = await server.call(path, { method, headers, body: JSON.stringify(body) });
    expect(answer.status).toBeLessThan(300);
    return answer.json() as Promise<{ id: number }>;
  };
  for (const username of ["anna", "bert"]) {
    await send("POST", "/users", {
      username,
      name: username,
      email: `${username}@example.com`,
      password: "secret-enough",
    });
  }
  const project = await send("POST", "/projects", { name: "garden", visibility_level: 20 });
  const issue = await send("POST", `/projects/${project.id}/issues`, { title: "Roses & thorns" }, "anna");
  const path = `/projects/${project.id}/issues/${issue.id}`;
  await send("POST", `${path}/subscription`, {}, "bert");
  const note = await send("POST", `${path}/notes`, { body: "<b>Water</b> them" });
  const texts = await mailed(server, "text", "<b>Water</b> them", 2);
  await mailed(server, "html", "&lt;b&gt;Water&lt;/b&gt; them", 2);
  const toBert = texts.find((text) => text.includes("because you subscribed to it")) ?? "";
  expect(toBert).toContain(`${server.origin}/root/garden/issues/1#note_${note.id}`);

  const link = /Unsubscribe: (\S+)/.exec(toBert)?.[1] ?? "";
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post">')]);
  // A forged Host header must not change the links of others.
  const elsewhere = server.origin.replace("127.0.0.1", "localhost");
  const headers = { "content-type": "application/json", "PRIVATE-TOKEN": server.token };
  const still = JSON.stringify({ body: "Still told" });
  await fetch(`${elsewhere}/api/v3${path}/notes`, { method: "POST", headers, body: still });
  const others = await mailed(server, "text", "Still told", 2);
  expect(others.filter((text) => text.includes(elsewhere))).toEqual([]);

  const forged = await fetch(`${link.slice(0, -1)}${link.endsWith("A") ? "E" : "A"}`, { method: "POST" });
  expect([forged.status, await forged.json()]).toEqual([404, { message: "404 Not found" }]);
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect(await fetch(link, { method: "POST", body })).toMatchObject({ status: 201 });
  await send("POST", `${path}/notes`, { body: "Told no more" });
  await mailed(server, "text", "Told no more", 1);
  await send("POST", `${path}/notes`, { body: "The last word" });
  await mailed(server, "text", "The last word", 1);
  // to the author alone
  expect(await mailed(server, "text", "Told no more", 1)).toEqual([expect.stringContaining("because you opened it")]);
}, 120_000);
