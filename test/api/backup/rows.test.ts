// Pages of rows that an import writes.
import { expect, test } from "vitest";
import { createUser, ok, root, unique } from "../../support/actors.ts";
import { createProject } from "../../support/factories.ts";
import { server } from "../../support/server.ts";

test.each([599_999, 600_000, 600_001])(
  "all rows of a page are written if its JSON has %d characters",
  async (length) => {
    const owner = await createUser();
    const { id } = await createProject(owner);
    const label = (title: string, description: string) => {
      const now = "2026-01-01T00:00:00.000Z";
      return { title, color: "#000000", description, project_id: id, created_at: now, updated_at: now };
    };
    const pageOf = (text: string) => [label("a", text), label("b", "")];
    const page = pageOf("x".repeat(length - JSON.stringify(pageOf("")).length));
    expect(JSON.stringify(page)).toHaveLength(length);
    const response = await server.fetch(`${server.origin}/-/backup/imports/${unique("import")}/rows/labels?page=1`, {
      method: "POST",
      headers: root.headers,
      body: page.map((row) => `${JSON.stringify(row)}\n`).join(""),
    });
    expect([response.status, await response.json()]).toEqual([200, { rows: 2 }]);
    const labels: { name: string }[] = await ok(owner.get(`/projects/${id}/labels`));
    expect(labels.map(({ name }) => name)).toEqual(["a", "b"]);
  },
);
