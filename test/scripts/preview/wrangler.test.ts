// The installed wrangler, run on the generated configuration against a stand-in of Cloudflare's API: what it uploads isolates
// the preview, and what it prints is what the scripts read.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnWrangler, Wrangler } from "../../../scripts/deploy/wrangler.ts";
import { configOf, textOf } from "../../../scripts/preview/config.ts";
import { namesBeside } from "../../../scripts/preview/names.ts";
import { readRawConfig } from "../../../scripts/preview/raw-config.ts";
import { configPath, projectRoot } from "../../../scripts/project.ts";
import { Cloudflare } from "./cloudflare.ts";

/** Milliseconds: wrangler is started five times, which takes ten seconds of CPU. */
const patience = 300_000;

const id = "11111111-2222-3333-4444-555555555555";

test(
  "a preview has the database of its configuration, Durable Objects without another Worker's, and its secrets",
  async () => {
    await using cloudflare = await Cloudflare.create();
    const wrangler = new Wrangler((args, env) => spawnWrangler(args, { ...cloudflare.environment, ...env }));
    const names = namesBeside({ workerName: "tributary", databaseName: "tributary" });
    const database = { kind: "d1" as const, name: names.database("demo"), id };
    // Beside wrangler.toml, to which its paths are relative.
    const path = join(projectRoot, `wrangler.preview.test-${process.pid}.json`);
    const secretsPath = `${path}.root-token`;
    try {
      await writeFile(path, textOf(configOf(await readRawConfig(configPath), names, database)));
      await writeFile(secretsPath, JSON.stringify({ ROOT_TOKEN: "a-root-token" }));
      const secretList = ["preview", "secret", "list", "--json", "--name", "demo", "--config", path];
      expect(await wrangler.attempt(secretList)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/The Preview "demo" was not found/),
      });
      const args = [
        "--name",
        "demo",
        "--tag",
        "trb-1",
        "--json",
        "--ignore-base-config",
        "--secrets-file",
        secretsPath,
        "--config",
        path,
      ];
      expect(await wrangler.preview(args, "")).toBe("https://demo-tributary-previews.example.workers.dev");
      expect(cloudflare.deployment).toMatchObject({
        env: {
          DB: { type: "d1", database_id: id },
          REPOSITORIES: { type: "durable_object_namespace", class_name: "Repository" },
          COURIERS: { type: "durable_object_namespace", class_name: "Courier" },
          NOTIFIERS: { type: "durable_object_namespace", class_name: "Notifier" },
          ASSETS: { type: "assets" },
          ROOT_TOKEN: { type: "secret_text", text: "a-root-token" },
        },
        migrations: { new_tag: "v3" },
        annotations: { "workers/tag": "trb-1" },
        main_module: "index.js",
      });
      expect(Object.values(cloudflare.deployment?.env ?? {}).filter((binding) => "script_name" in binding)).toEqual([]);
      expect(JSON.parse(await wrangler.run(secretList, ""))).toEqual([{ name: "ROOT_TOKEN", type: "secret_text" }]);
      const remove = ["preview", "delete", "--name", "demo", "--skip-confirmation", "--worker-name", names.worker];
      await wrangler.run([...remove, "--config", configPath], "");
      expect(cloudflare.requests.at(-1)).toBe("DELETE tributary-previews/previews/demo");
      const again = await wrangler.attempt([...remove, "--config", configPath]);
      expect({ code: again.code, output: `${again.stdout}${again.stderr}` }).toEqual({
        code: 1,
        output: expect.stringContaining("[code: 10025]"),
      });
    } finally {
      for (const file of [path, secretsPath]) await rm(file, { force: true });
    }
  },
  patience,
);
