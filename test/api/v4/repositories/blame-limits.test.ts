// The blame of a file is refused before it fills the memory of a Worker.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp() {
  const owner = await createUser();
  const project = await createProject(owner);
  const file = v4(`/projects/${project.id}/repository/files/a`);
  const write = (method: "post" | "put", content: string, commit_message = "Message") =>
    ok(owner[method](file, { branch: "main", content, commit_message }));
  return { write, blame: () => owner.get(`${file}/blame`, { ref: "main" }) };
}

const refusal = [400, { message: "The file or its history is too long to be blamed" }];

test("a file of more than 100,000 lines", async () => {
  const { write, blame } = await setUp();
  await write("post", "\n".repeat(100_001));
  const { status, body } = await blame();
  expect([status, body]).toEqual(refusal);
});

test("a file whose former version has more than 10 MB", async () => {
  const { write, blame } = await setUp();
  await write("post", `kept\n${"x".repeat(10_000_000)}`);
  await write("put", "kept\n");
  const { status, body } = await blame();
  expect([status, body]).toEqual(refusal);
});

test("lines that repeat the long messages of their commits", async () => {
  const { write, blame } = await setUp();
  const lines = Array.from({ length: 100 }, (_, line) => `${line}\n`);
  const message = "m".repeat(100_000);
  await write("post", lines.join(""), message);
  await write("put", lines.map((line, at) => (at % 2 === 0 ? line : `new ${line}`)).join(""), message);
  const { status, body } = await blame();
  expect([status, body]).toEqual(refusal);
});
