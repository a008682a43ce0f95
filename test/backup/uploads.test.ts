// Releases, their links, uploads and packages in a backup.
import { expect, test } from "vitest";
import { ok, root } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { createProject } from "../support/factories.ts";
import { seedRepository } from "../support/git.ts";
import { onServer, server } from "../support/server.ts";
import { v4 } from "../support/v4.ts";
import { runExport, runImport, runVerification, temporaryFolder } from "./archives.ts";
import { emptyInstance } from "./restored.ts";

test("releases, links, uploads and packages are restored", async () => {
  using folder = temporaryFolder();
  const source = await emptyInstance();
  const { path, url, release, packages } = await onServer(source, async () => {
    const project = await createProject(root);
    await seedRepository(root, project, { "README.md": "Read me\n" });
    const body = new FormData();
    body.set("file", new Blob(["bytes"]), "Grüße.txt");
    const upload = await send(v4(`/projects/${project.id}/uploads`), { method: "POST", headers: root.headers, body });
    const releases = v4(`/projects/${project.id}/releases`);
    await ok(root.post(releases, { tag_name: "v1", ref: "main", name: "One" }));
    await ok(root.post(`${releases}/v1/assets/links`, { name: "x", url: "https://example.com" }));
    const { pathname: path } = new URL(`${releases}/v1`);
    const { body: release } = await root.get(`${releases}/v1`);
    const { pathname } = new URL(v4(`/projects/${project.id}`));
    const file = { method: "PUT", headers: root.headers, body: "of a package" };
    await ok(send(v4(`/projects/${project.id}/packages/generic/tool/1.0/tool.txt`), file));
    return { path, url: pathname + encodeURI(upload.body.url), release, packages: `${pathname}/packages` };
  });
  await runExport(source, folder.file("backup.tar"));
  const target = await emptyInstance();
  await runImport(target, folder.file("backup.tar"));
  await onServer(target, async () => {
    const file = await server.fetch(server.origin + url, { headers: root.headers });
    expect([file.status, await file.text()]).toEqual([200, "bytes"]);
    const packaged = await server.fetch(`${server.origin}${packages}/generic/tool/1.0/tool.txt`, {
      headers: root.headers,
    });
    expect([packaged.status, await packaged.text()]).toEqual([200, "of a package"]);
    const restored = await root.get(server.origin + path);
    expect(JSON.stringify(restored.body).replaceAll(/http:..[^/"]*/g, "")).toBe(
      JSON.stringify(release).replaceAll(/http:..[^/"]*/g, ""),
    );
  });
  expect((await runVerification(target, folder.file("backup.tar"))).at(-1)).toBe(
    "The instance is the same as the archive.",
  );
});
