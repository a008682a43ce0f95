// PUT /projects/:id/issues/:issue_id: title and description
import { describe, expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { pathOf, setting } from "./issue-edits.ts";

describe("an invalid title", () => {
  test.each([
    ["blank", " \n ", "can't be blank"],
    ["empty", "", "can't be blank"],
    ["null", null, "can't be blank"],
    ["of 256 characters", "😀".repeat(256), "is too long (maximum is 255 characters)"],
  ])("that is %s changes nothing", async (_, title, reason) => {
    const { owner, project, issue } = await setting({ labels: "old", description: "d" });
    const before = await ok(owner.get(pathOf(issue)));
    const edit = {
      title,
      state_event: "close",
      labels: "new",
      description: "e",
      confidential: true,
      due_date: "2027-01-01",
    };
    expect(await owner.put(pathOf(issue), edit)).toMatchObject({ status: 400, body: { message: { title: [reason] } } });
    expect(await owner.get(pathOf(issue))).toMatchObject({ status: 200, body: before });
    expect(await owner.get(`${pathOf(issue)}/notes`)).toMatchObject({ status: 200, body: [] });
    const labels = await ok(owner.get(`/projects/${project.id}/labels`));
    expect(labels.map(({ name }: { name: string }) => name)).toEqual(["old"]);
  });

  test("is reported together with an invalid description", async () => {
    const { owner, issue } = await setting();
    expect(await owner.put(pathOf(issue), { title: "", description: "x".repeat(1_048_577) })).toMatchObject({
      status: 400,
      body: {
        message: {
          title: ["can't be blank"],
          description: ["is too long (maximum is 1048576 characters)"],
        },
      },
    });
  });

  test("a title of 255 characters outside the BMP is accepted, and trimmed", async () => {
    const { owner, issue } = await setting();
    const title = "😀".repeat(255);
    expect(await owner.put(pathOf(issue), { title: `\t${title} ` })).toMatchObject({ status: 200, body: { title } });
  });
});

describe("the description", () => {
  test("is stored verbatim", async () => {
    const { owner, issue } = await setting();
    const description = "  \r\n# 漢字 😀\t<b>&amp;</b> 'q' \"qq\" \\ %_?\n\n";
    expect(await owner.put(pathOf(issue), { description })).toMatchObject({ status: 200, body: { description } });
  });

  test.each([[""], [null]])("can be cleared by %j", async (description) => {
    const { owner, issue } = await setting({ description: "d" });
    expect(await owner.put(pathOf(issue), { description })).toMatchObject({ status: 200, body: { description } });
  });

  test("has at most 1,048,576 characters", async () => {
    const { owner, issue } = await setting();
    const description = "x".repeat(1_048_576);
    const { status, body } = await owner.put(pathOf(issue), { description });
    expect({ status, same: body.description === description }).toEqual({ status: 200, same: true });
    expect(await owner.put(pathOf(issue), { description: `${description}y` })).toMatchObject({
      status: 400,
      body: { message: { description: ["is too long (maximum is 1048576 characters)"] } },
    });
    const after = await ok(owner.get(pathOf(issue)));
    expect(after.description === description).toBe(true);
  });

  test("has at most the bytes of a row, with characters outside the BMP", async () => {
    const { owner, issue } = await setting();
    const description = "😀".repeat(475_000);
    const { status, body } = await owner.put(pathOf(issue), { description });
    expect({ status, same: body.description === description }).toEqual({ status: 200, same: true });
    expect(await owner.put(pathOf(issue), { description: `${description}😀` })).toMatchObject({ status: 400 });
  });

  test.each([
    ["backticks", "`".repeat(1_000_000)],
    ["fences", "~".repeat(1_000_000)],
    ["empty lines", "\n".repeat(1_000_000)],
    ["spaces behind a task", `- [ ] a${" ".repeat(1_000_000)}b`],
    ["mentions", "@a ".repeat(300_000)],
    ["references", Array.from({ length: 100_000 }, (_, i) => `#${i}`).join(" ")],
    ["tasks", "- [ ] a\n".repeat(100_000)],
  ])("full of %s keeps the server responsive", async (_, description) => {
    const { owner, issue } = await setting();
    const before = Date.now();
    expect((await owner.put(pathOf(issue), { description })).status).toBe(200);
    expect((await owner.put(pathOf(issue), { description: description.replaceAll("[ ]", "[x]") })).status).toBe(200);
    expect(Date.now() - before).toBeLessThan(10_000);
  });
});
