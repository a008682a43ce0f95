// Who may set and read commit statuses.
import { describe, expect, test } from "vitest";
import { castNames } from "../../../support/actors.ts";
import type { Answer, Caller } from "../../../support/api.ts";
import { createCast, createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { once } from "../../../support/once.ts";
import { listOf, setStatus } from "./statuses.ts";

//                                    anonymous external outsider guest reporter developer master owner admin
const matrix: [name: string, level: number, reading: string, writing: string][] = [
  ["private", 0, "401 404 404 403 200 200 200 200 200", "401 404 404 403 403 201 201 201 201"],
  ["internal", 10, "401 404 200 200 200 200 200 200 200", "401 404 403 403 403 201 201 201 201"],
  ["public", 20, "401 200 200 200 200 200 200 200 200", "401 403 403 403 403 201 201 201 201"],
];

const words: Record<number, object> = {
  401: { message: "401 Unauthorized" },
  403: { message: "403 Forbidden" },
  404: { message: "404 Project Not Found" },
};

/** Shared by all tests; there is a project for each visibility. */
const everybody = once(() => createCast({ visibility_level: 20 }));

describe.each(matrix)("of a project that is %s", (_name, visibility_level, reading, writing) => {
  /** Calls of one persona do not affect another's. */
  const setting = once(async () => {
    const { cast, group } = await everybody();
    const project = await createProject(cast.owner, { namespace_id: group.id, visibility_level });
    return { project, sha: await seedRepository(cast.owner, project, { "a.txt": "a\n" }) };
  });

  test.each<[string, string, (caller: Caller, commit: Parameters<typeof listOf>[1]) => Promise<Answer>]>([
    ["reads", reading, (caller, commit) => listOf(caller, commit)],
    ["sets", writing, (caller, commit) => setStatus(caller, commit, { state: "success" })],
    [
      "reads a commit that is not there",
      reading.replaceAll("200", "404"),
      (caller, { project }) => listOf(caller, { project, sha: "none" }),
    ],
    [
      "sets the status of a commit that is not there",
      writing.replaceAll("201", "404"),
      (caller, { project }) => setStatus(caller, { project, sha: "none" }, { state: "success" }),
    ],
  ])("each persona %s", async (what, expected, request) => {
    const [{ cast }, commit] = [await everybody(), await setting()];
    const statuses: number[] = [];
    for (const name of castNames) {
      const { status, body } = await request(cast[name], commit);
      statuses.push(status);
      const seen = status === 404 && name !== "external" && name !== "outsider";
      if (what.endsWith("there") && seen) expect(body).toEqual({ message: "404 Commit Not Found" });
      else if (!what.endsWith("there")) expect(body).toMatchObject(words[status] ?? {});
    }
    expect(statuses.join(" ")).toBe(expected);
  });
});
