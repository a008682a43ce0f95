// Who may clone and push: by project visibility, role and credentials.
import { describe, expect, test } from "vitest";
import { anonymous, castNames, createUser, ok, root } from "../../support/actors.ts";
import { baseUrl, Caller } from "../../support/api.ts";
import { joinProject } from "../../support/belonging.ts";
import { createCast, createProject, type Project } from "../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../support/git.ts";

const signIn = "401 Sign in with an access token as the password.";
const unseen = "404 There is no such project, or you are not allowed to see it.";
const noDownload = "403 You are not allowed to download code from this project.";
const noPush = "403 You are not allowed to push code to this project.";

/** Response to the first request of a clone or a push: 200, or the status and the text. */
async function askFor(
  service: "git-upload-pack" | "git-receive-pack",
  project: Pick<Project, "path_with_namespace">,
  headers: HeadersInit,
): Promise<string> {
  const response = await fetch(`${baseUrl}/${project.path_with_namespace}.git/info/refs?service=${service}`, {
    headers,
  });
  const text = await response.text();
  if (response.status !== 200) expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("www-authenticate")).toBe(response.status === 401 ? 'Basic realm="Tributary"' : null);
  return response.status === 200 ? "200" : `${response.status} ${text.trimEnd()}`;
}

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

const credentialsOf = ({ token }: Caller) => (token === null ? {} : basic("oauth2", token));

describe("each persona may read and push a project", () => {
  const members = { developer: "200", master: "200", owner: "200", admin: "200" };
  const readers = { anonymous: "200", external: "200", outsider: "200", guest: "200", reporter: "200", ...members };
  const nobody = { anonymous: signIn, external: noPush, outsider: noPush, guest: noPush, reporter: noPush, ...members };
  test.each([
    { name: "public", level: 20, reading: readers, pushing: nobody },
    {
      name: "internal",
      level: 10,
      reading: { ...readers, anonymous: signIn, external: unseen },
      pushing: { ...nobody, external: unseen },
    },
    {
      name: "private",
      level: 0,
      reading: { ...readers, anonymous: signIn, external: unseen, outsider: unseen, guest: noDownload },
      pushing: { ...nobody, external: unseen, outsider: unseen },
    },
  ])("that is $name", async ({ level, reading, pushing }) => {
    const { cast, project } = await createCast({ visibility_level: 20 }, { visibility_level: level });
    const answers = async (service: "git-upload-pack" | "git-receive-pack") => {
      const entries = castNames.map(async (name) => [name, await askFor(service, project, credentialsOf(cast[name]))]);
      return Object.fromEntries(await Promise.all(entries));
    };
    expect({ reading: await answers("git-upload-pack"), pushing: await answers("git-receive-pack") }).toEqual({
      reading,
      pushing,
    });
  });
});

test("the service endpoint refuses every caller that info/refs refuses", async () => {
  const { cast, project } = await createCast();
  const post = async (service: string, caller: Caller) => {
    const response = await fetch(`${baseUrl}/${project.path_with_namespace}.git/${service}`, {
      method: "POST",
      headers: { ...credentialsOf(caller), "content-type": `application/x-${service}-request` },
      body: "0000",
    });
    return `${response.status} ${(await response.text()).trimEnd()}`;
  };
  expect(await post("git-receive-pack", cast.anonymous)).toBe(signIn);
  expect(await post("git-receive-pack", cast.outsider)).toBe(unseen);
  expect(await post("git-receive-pack", cast.reporter)).toBe(noPush);
  expect(await post("git-upload-pack", cast.anonymous)).toBe(signIn);
  expect(await post("git-upload-pack", cast.guest)).toBe(noDownload);
});

test("a project the caller may not see is refused like an unknown one", async () => {
  const [owner, outsider] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner);
  const missing = { path_with_namespace: `${owner.username}/nothing-here` };
  for (const caller of [outsider, anonymous]) {
    for (const service of ["git-upload-pack", "git-receive-pack"] as const) {
      const answer = await askFor(service, project, credentialsOf(caller));
      expect(answer).toBe(await askFor(service, missing, credentialsOf(caller)));
      expect(answer).toBe(caller === anonymous ? signIn : unseen);
    }
  }
});

test("an archived project can be cloned but not pushed to", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  await ok(owner.post(`/projects/${project.id}/archive`));
  expect(await askFor("git-upload-pack", project, credentialsOf(owner))).toBe("200");
  expect(await askFor("git-receive-pack", project, credentialsOf(owner))).toBe(
    "403 This project is archived: it can be read, not pushed to.",
  );
});

describe("credentials", () => {
  const wrong = "401 The access token is wrong or no longer valid: the password must be a token of scope api.";

  test("are a token as the password of any user, as a bearer token, or in the API's own header", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    const token = owner.token ?? "";
    const other = await createUser();
    for (const headers of [
      basic("oauth2", token),
      basic("", token),
      basic(other.username, token),
      { authorization: `bearer ${token}` },
      { "PRIVATE-TOKEN": token },
      credentialsOf(root),
    ]) {
      expect(await askFor("git-receive-pack", project, headers)).toBe("200");
    }
  });

  test("that are wrong are refused, even where none are needed", async () => {
    const owner = await createUser();
    const project = await createProject(owner, { visibility_level: 20 });
    const { token } = owner;
    expect(await askFor("git-upload-pack", project, {})).toBe("200");
    const other = `trb_${"0".repeat(36)}`;
    for (const headers of [
      basic("oauth2", "wrong"),
      basic("oauth2", other),
      basic(token ?? "", ""),
      basic(owner.username, "secret-enough"),
      { authorization: "Basic not-base64-of-a-pair" },
      { authorization: "Digest x" },
      { "PRIVATE-TOKEN": "wrong" },
    ]) {
      expect([headers, await askFor("git-upload-pack", project, headers)]).toEqual([headers, wrong]);
      expect([headers, await askFor("git-receive-pack", project, headers)]).toEqual([headers, wrong]);
    }
  });

  test.each([
    ["read_repository", "200", false],
    ["write_repository", "200", true],
    ["read_api", wrong, false],
  ])("with a token of scope %s", async (scope, fetching, mayPush) => {
    const owner = await createUser();
    const project = await createProject(owner);
    const { token } = await ok(
      root.post(`/users/${owner.id}/impersonation_tokens`, { name: "robot", scopes: [scope] }),
    );
    const headers = basic("oauth2", token);
    expect([
      await askFor("git-upload-pack", project, headers),
      await askFor("git-receive-pack", project, headers),
    ]).toEqual([fetching, mayPush ? "200" : wrong]);
  });

  test("of a blocked user, of a revoked token and of a token with scope read_user are refused", async () => {
    const [owner, blocked, reader] = await Promise.all([createUser(), createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    await ok(root.put(`/users/${blocked.id}/block`));
    const tokens = `/users/${reader.id}/impersonation_tokens`;
    const limited = await ok(root.post(tokens, { name: "limited", scopes: ["read_user"] }));
    const revoked = await ok(root.post(tokens, { name: "revoked", scopes: ["api"] }));
    expect(await askFor("git-upload-pack", project, basic("oauth2", revoked.token))).toBe("200");
    await root.delete(`${tokens}/${revoked.id}`);
    for (const token of [blocked.token ?? "", limited.token, revoked.token]) {
      expect(await askFor("git-upload-pack", project, basic("oauth2", token))).toBe(wrong);
    }
  });
});

describe("git itself", () => {
  test("shows the refusal and fails", async () => {
    const { cast, project } = await createCast();
    await seedRepository(cast.master, project, { "a.txt": "a\n" });
    using folder = await WorkingFolder.clone(cast.reporter, project);
    await folder.commit({ "b.txt": "b\n" });
    expect(await folder.push()).toMatchObject({
      code: 128,
      stderr: expect.stringContaining("remote: You are not allowed to push code to this project.\n"),
    });
    expect(await WorkingFolder.tryClone(cast.guest, project)).toMatchObject({
      code: 128,
      stderr: expect.stringContaining("remote: You are not allowed to download code from this project.\n"),
    });
    expect(await WorkingFolder.tryClone(cast.outsider, project)).toMatchObject({
      code: 128,
      stderr: expect.stringContaining("remote: There is no such project, or you are not allowed to see it.\n"),
    });
    expect(await WorkingFolder.tryClone(new Caller("wrong"), project)).toMatchObject({
      code: 128,
      stderr: expect.stringMatching(/remote: The access token is wrong[\s\S]*Authentication failed/),
    });
    expect(await WorkingFolder.tryClone(anonymous, project)).toMatchObject({
      code: 128,
      stderr: expect.stringContaining("could not read Username"),
    });
  });

  test("clones a public project anonymously, and pushes once the user is a member", async () => {
    const [owner, newcomer] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    await seedRepository(owner, project, { "a.txt": "a\n" });
    using folder = await WorkingFolder.clone(anonymous, project);
    await folder.git("switch", "--quiet", "--create", "topic");
    await folder.commit({ "b.txt": "b\n" });
    const url = (caller: Caller) => `${baseUrl.replace("//", `//x:${caller.token}@`)}/${project.path_with_namespace}`;
    expect(await folder.push(url(newcomer), "topic")).toMatchObject({ code: 128 });
    await joinProject(owner, project, newcomer, "developer");
    expect(await folder.push(url(newcomer), "topic")).toMatchObject({ code: 0 });
  });
});
