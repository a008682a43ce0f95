// POST /unsubscribe with forged links. Links of real mails are in mail.test.ts.
import { expect, test } from "vitest";
import { anonymous, createUser } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";

test("a forged link gets the response for a malformed one, whether its target exists or not", async () => {
  const author = await createUser();
  const project = await createProject(author, { visibility_level: 20 });
  const issue = await createIssue(author, project);
  const signature = "A".repeat(43);
  const named = [
    `${project.id}-i-${issue.id}-${author.id}`,
    `${project.id}-m-${issue.id}-${author.id}`,
    `${project.id}-i-${issue.id}-999999999`,
    `999999999-i-${issue.id}-${author.id}`,
  ];
  for (const token of ["none", ...named.map((content) => `${content}-${signature}`)]) {
    const { status, body } = await anonymous.post("/unsubscribe", { token });
    expect({ token, status, body }).toEqual({ token, status: 404, body: { message: "404 Not found" } });
  }
});
