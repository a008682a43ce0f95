// Renovate: onboarding, the update of a dependency with reviewers and statuses, its automatic merge
// by Renovate and by its pipeline, and the dashboard.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type Delivery, Receiver } from "../api/v3/hooks/receiver.ts";
import { type Actor, createUser, levels, ok } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { createProject, type Project } from "../support/factories.ts";
import { seedRepository } from "../support/git.ts";
import { v4 } from "../support/v4.ts";
import { installed } from "./installed.ts";

/** A source of versions on this machine: the dependency has a newer one. */
class Registry implements AsyncDisposable {
  readonly #server: Server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    const releaseTimestamp = "2026-01-01T00:00:00.000Z";
    const releases = [{ version: "1.0.0" }, { version: "1.1.0", releaseTimestamp }];
    response.end(JSON.stringify({ releases }));
  });

  static async start(): Promise<Registry> {
    const registry = new Registry();
    registry.#server.listen(0, "127.0.0.1");
    await once(registry.#server, "listening");
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/tool.json`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const configuration = (registry: Registry, bot: Actor, reviewer: Actor) => ({
  dependencyDashboard: true,
  automerge: true,
  platformAutomerge: false,
  assignAutomerge: true,
  // has Renovate report a status itself
  minimumReleaseAge: "3 days",
  prHourlyLimit: 0,
  labels: ["dependencies"],
  assignees: [bot.username],
  reviewers: [reviewer.username],
  customDatasources: { local: { defaultRegistryUrlTemplate: registry.url, format: "json" } },
  customManagers: [
    {
      customType: "regex",
      managerFilePatterns: ["/versions.txt/"],
      matchStrings: ["(?<depName>tool) (?<currentValue>\\S+)"],
      datasourceTemplate: "custom.local",
      versioningTemplate: "semver",
    },
  ],
});

/** Runs Renovate once on the project. @returns its log */
async function runRenovate(bot: Actor, project: Project, config: object): Promise<string> {
  const folder = await installed("renovate@44.121.2");
  const home = await mkdtemp(join(tmpdir(), "tributary-renovate-"));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LOG_LEVEL: "debug",
    RENOVATE_BASE_DIR: home,
    RENOVATE_PLATFORM: "gitlab",
    RENOVATE_ENDPOINT: `${baseUrl}/api/v4/`,
    RENOVATE_TOKEN: bot.token ?? "",
    RENOVATE_REPOSITORIES: project.path_with_namespace,
    RENOVATE_ONBOARDING_CONFIG: JSON.stringify(config),
    RENOVATE_ENABLED_MANAGERS: JSON.stringify(["custom.regex"]),
    RENOVATE_GIT_AUTHOR: "Bot <bot@example.com>",
    // before it looks at a merge request again, in milliseconds; by default 250
    RENOVATE_X_GITLAB_MERGE_REQUEST_DELAY: "50",
  };
  try {
    const script = join(folder, "node_modules/renovate/dist/renovate.js");
    const options = { env, cwd: home, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(process.execPath, [script], options);
    return stdout;
  } finally {
    await rm(home, { recursive: true });
  }
}

test("onboards a project, proposes an update, and merges it once its statuses are successful", async () => {
  await using registry = await Registry.start();
  const [bot, reviewer] = [await createUser(), await createUser()];
  const project = await createProject(bot);
  const at = `/projects/${project.id}`;
  await ok(bot.post(`${at}/members`, { user_id: reviewer.id, access_level: levels.developer }));
  await seedRepository(bot, project, { "versions.txt": "tool 1.0.0\n" });
  const config = configuration(registry, bot, reviewer);

  await runRenovate(bot, project, config);
  const [onboarding] = await ok(bot.get(v4(`${at}/merge_requests?state=opened`)));
  expect(onboarding).toMatchObject({ title: "Configure Renovate", source_branch: "renovate/configure" });
  await ok(bot.put(v4(`${at}/merge_requests/${onboarding.iid}/merge`)));

  await runRenovate(bot, project, config);
  const [update] = await ok(bot.get(v4(`${at}/merge_requests?state=opened`)));
  expect(update).toMatchObject({
    title: "Update dependency tool to v1.1.0",
    labels: ["dependencies"],
    assignees: [{ username: bot.username }],
    reviewers: [{ username: reviewer.username }],
  });
  const [dashboard] = await ok(bot.get(v4(`${at}/issues?state=opened`)));
  expect(dashboard).toMatchObject({
    title: "Dependency Dashboard",
    description: expect.stringContaining("Update dependency tool to v1.1.0"),
  });

  const statuses = v4(`${at}/repository/commits/${update.sha}/statuses`);
  expect(await ok(bot.get(statuses))).toMatchObject([{ name: "renovate/stability-days", status: "success" }]);
  await ok(bot.post(v4(`${at}/statuses/${update.sha}`), { state: "success", name: "ci", ref: update.source_branch }));
  await runRenovate(bot, project, config);
  const merged = await ok(bot.get(v4(`${at}/merge_requests/${update.iid}`)));
  expect(merged).toMatchObject({ state: "merged", head_pipeline: { status: "success" } });
  const file = await bot.get(v4(`${at}/repository/files/versions.txt/raw?ref=main`));
  expect(file.text).toBe("tool 1.1.0\n");
});

test("a merge request that Renovate wishes to be merged is merged once its pipeline succeeds", async () => {
  await using registry = await Registry.start();
  const bot = await createUser();
  const project = await createProject(bot);
  const at = `/projects/${project.id}`;
  const config = { ...configuration(registry, bot, bot), platformAutomerge: true, minimumReleaseAge: null };
  await seedRepository(bot, project, { "versions.txt": "tool 1.0.0\n", "renovate.json": JSON.stringify(config) });
  const report = ({ body: { after: sha } }: Delivery, state: string) =>
    bot.post(v4(`${at}/statuses/${sha}`), { state, name: "ci" });
  await using ci = await Receiver.start(async (push) => ({ status: (await report(push, "running")).status }));
  await ok(bot.post(v4(`${at}/hooks`), { url: `http://${ci.host}/`, push_events: true }));

  await runRenovate(bot, project, config);
  const update = v4(`${at}/merge_requests/1`);
  expect(await ok(bot.get(update))).toMatchObject({
    state: "opened",
    merge_when_pipeline_succeeds: true,
    head_pipeline: { status: "running" },
  });

  await report(await ci.only(), "success");
  expect(await ok(bot.get(update))).toMatchObject({ state: "merged", merge_user: { username: bot.username } });
});
