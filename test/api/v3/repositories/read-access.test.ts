// Who may read a repository: a private one is invisible, guests see no code, public ones are partly readable for
// anonymous callers.
import { expect, test } from "vitest";
import { anonymous, type Cast, castNames, createUser } from "../../../support/actors.ts";
import { createCast, createProject } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";

/** Readable anonymously in public projects, or by authenticated users only. */
const readings: [path: string, open: boolean][] = [
  ["/tree", true],
  ["/blobs/main?filepath=a.md", true],
  ["/commits/main/blob?filepath=a.md", true],
  ["/compare?from=main&to=main", true],
  ["/contributors", true],
  ["/archive", true],
  ["/archive.tar", true],
  ["/archive.zip", true],
  ["/commits", false],
  ["/commits/main", false],
  ["/commits/main/diff", false],
  ["/files?file_path=a.md&ref=main", false],
];

/** The refusal, or null. */
function refusalOf(name: keyof Cast, open: boolean, visibility: number): [status: number, message: string] | null {
  if (name === "anonymous" && !open) return [401, "401 Unauthorized"];
  if (unseeing[visibility]?.includes(name)) return [404, "404 Project Not Found"];
  return visibility === 0 && name === "guest" ? [403, "403 Forbidden"] : null;
}

const unseeing: Readonly<Record<number, readonly (keyof Cast)[]>> = {
  0: ["anonymous", "external", "outsider"],
  10: ["anonymous", "external"],
};

test.each([
  ["private", 0],
  ["internal", 10],
  ["public", 20],
])("a %s repository can be read by users who may read its code", { timeout: 60_000 }, async (_, visibility_level) => {
  const { cast, project } = await createCast({ visibility_level }, { visibility_level });
  await seedRepository(cast.owner, project, { "a.md": "1\n" });
  for (const [path, open] of readings) {
    const asked = castNames.map((name) => cast[name].get(`/projects/${project.id}/repository${path}`));
    const refusals = (await Promise.all(asked)).map(({ status, body }) =>
      status === 200 ? null : [status, body.message],
    );
    expect(refusals, path).toEqual(castNames.map((name) => refusalOf(name, open, visibility_level)));
  }
});

test("a wrong token counts as no token", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner, { visibility_level: 20 });
  const at = `/projects/${id}/repository`;
  expect(await anonymous.get(`${at}/contributors?private_token=wrong`)).toMatchObject({ status: 200, body: [] });
  expect(await anonymous.get(`${at}/commits?private_token=wrong`)).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

test.each(["/compare", "/blobs/main", "/files", "/commits?page=x"])(
  "for an invisible project %s answers 404 before it checks parameters",
  async (path) => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const { id } = await createProject(owner);
    expect(await outsider.get(`/projects/${id}/repository${path}`)).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
    expect((await owner.get(`/projects/${id}/repository${path}`)).status).toBe(400);
  },
);
