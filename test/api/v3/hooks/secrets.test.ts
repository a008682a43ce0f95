// Signing secrets: shown once, and rotated on request.
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, ok } from "../../../support/actors.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { Receiver } from "./receiver.ts";

const secret = /^whsec_[A-Za-z0-9+/]{43}=$/;

const owners = {
  project: async () => {
    const actor = await createUser();
    return { actor, path: `/projects/${(await createProject(actor)).id}/hooks` };
  },
  group: async () => {
    const actor = await createUser();
    return { actor, path: `/groups/${(await createGroup(actor)).id}/hooks` };
  },
  server: async () => ({ actor: await createAdmin(), path: "/hooks" }),
};

describe.each(["project", "group", "server"] as const)("a hook of a %s", (kind) => {
  test("shows its signing secret when it is created or rotated, and never otherwise", async () => {
    await using receiver = await Receiver.start();
    const { url } = receiver;
    const { actor, path } = await owners[kind]();
    const made = await actor.post(path, { url, signing_secret: "whsec_mine" });
    expect(made).toMatchObject({ status: 201, body: { signing_secret: expect.stringMatching(secret) } });
    const hook = `${path}/${made.body.id}`;
    const shown = [
      await actor.get(hook),
      await actor.get(path),
      await actor.put(hook, { url, signing_secret: "mine" }),
    ];
    const rotated = await actor.post(`${hook}/rotate_secret`);
    expect(rotated).toMatchObject({ status: 201, body: { signing_secret: expect.stringMatching(secret) } });
    expect(rotated.body.signing_secret).not.toBe(made.body.signing_secret);
    shown.push(await actor.get(hook), await actor.delete(hook));
    for (const { status, text } of shown) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/secret|whsec_/);
    }
    expect(await actor.post(`${hook}/rotate_secret`)).toMatchObject({
      status: 404,
      body: { message: "404 Not found" },
    });
  });
});

test("rotating costs two round trips", async () => {
  const { actor, path } = await owners.group();
  const { id } = await ok(actor.post(path, { url: "https://hooks.example.org/" }));
  expect((await actor.post(`${path}/${id}/rotate_secret`)).cost.roundTrips).toBe(2);
});
