// The built package tributary-client runs in a Worker.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { expect, test } from "vitest";
import { createUser, unique } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";

const library = readFileSync(join(import.meta.dirname, "../../../dist/client/index.js"), "utf8");

const caller = `
import { ApiError, createClient, paginate } from "./tributary-client.js";

export default {
  async fetch(request, { url, token, name }) {
    const client = createClient({ url, token, retries: 1 });
    const { data: project } = await client.POST("/projects", { body: { name } });
    const path = { id: project.id };
    for (const title of ["a", "b", "c"]) {
      await client.POST("/projects/{id}/issues", { params: { path }, body: { title } });
    }
    const titles = [];
    for await (const { title } of paginate(client, "/projects/{id}/issues", { params: { path, query: { per_page: 1 } } })) {
      titles.push(title);
    }
    const error = await client.GET("/projects/{id}", { params: { path: { id: "no/where" } } }).catch((reason) => reason);
    return Response.json({ titles, isApiError: error instanceof ApiError, message: error.message });
  },
};
`;

test("a Worker creates a project, follows pages and catches a refusal", async () => {
  const { token } = await createUser();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      log: new Log(LogLevel.ERROR),
      workers: [
        {
          name: "caller",
          modules: [
            { type: "ESModule", path: "caller.js", contents: caller },
            { type: "ESModule", path: "tributary-client.js", contents: library },
          ],
          compatibilityDate: "2026-10-20",
          bindings: { url: baseUrl, token: token ?? "", name: unique("project") },
        },
      ],
    }),
  );
  try {
    const response = await miniflare.dispatchFetch("http://caller/");
    expect(JSON.parse(await response.text())).toEqual({
      titles: ["c", "b", "a"],
      isApiError: true,
      message: "404 Project Not Found",
    });
  } finally {
    await miniflare.dispose();
  }
});
