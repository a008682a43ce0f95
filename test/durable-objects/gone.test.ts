// Forks whose source could not be copied at once, and pushes to a repository that is deleted meanwhile.
import { expect, test, vi } from "vitest";
import { OwnWorker } from "../support/own-worker.ts";

interface Stub {
  perform(...input: unknown[]): Promise<unknown>;
  destroy(): Promise<void>;
}

interface Namespace {
  idFromName(name: string): { readonly name: string };
  get(id: { readonly name: string }): Stub;
}

/** A Worker, the names of the repositories that it cannot reach, and what destroys one. */
async function start() {
  const unreachable = new Set<string>();
  let direct: Namespace | undefined;
  const repositories = (namespace: object): object => {
    const { idFromName, get } = namespace as Namespace;
    direct = { idFromName, get };
    const reached = (name: string): Stub =>
      new Proxy(get({ name }), {
        get(stub, method) {
          if (method === "perform" && unreachable.has(name)) throw new Error("The object cannot be reached");
          return Reflect.get(stub, method);
        },
      });
    return { idFromName, get: ({ name }: { readonly name: string }) => reached(name) };
  };
  const worker = await OwnWorker.start({}, { repositories });
  const destroy = async (id: number) => direct?.get({ name: String(id) }).destroy();
  return { worker, unreachable, destroy };
}

/** A project with one file, and a fork of it that could not be copied yet. */
async function forkInterrupted({ worker, unreachable }: Awaited<ReturnType<typeof start>>) {
  using _ = vi.spyOn(console, "error").mockImplementation(() => {});
  const source = await worker.ok("POST", "/projects", { body: { name: "source" } });
  const file = { branch_name: "master", file_path: "a", content: "a", commit_message: "a" };
  await worker.ok("POST", `/projects/${source.id}/repository/files`, { body: file });
  const group = await worker.ok("POST", "/groups", { body: { name: "group", path: "group" } });
  unreachable.add(String(source.id));
  const { token } = worker;
  const { status } = await worker.call("POST", `/projects/fork/${source.id}`, { token, body: { namespace: group.id } });
  expect(status).toBe(500);
  unreachable.clear();
  const [fork] = await worker.ok("GET", "/groups/group/projects");
  return { source: `/projects/${source.id}`, fork: `/projects/${fork.id}`, file };
}

test("a fork whose source could not be reached is copied at its next use", async () => {
  const its = await start();
  const { fork } = await forkInterrupted(its);
  const branches: { name: string }[] = await its.worker.ok("GET", `${fork}/repository/branches`);
  expect(branches.map(({ name }) => name)).toEqual(["master"]);
});

test("a fork whose source was deleted before it could be copied is empty, and can be committed to", async () => {
  const its = await start();
  const { source, fork, file } = await forkInterrupted(its);
  await its.worker.ok("DELETE", source);
  await its.worker.settle();
  expect(await its.worker.ok("GET", `${fork}/repository/branches`)).toEqual([]);
  expect(await its.worker.ok("POST", `${fork}/repository/files`, { body: file })).toMatchObject({ file_path: "a" });
});

test("git gets a 404 from a repository that was deleted meanwhile, once its whole push is read", async () => {
  const { worker, destroy } = await start();
  const { id } = await worker.ok("POST", "/projects", { body: { name: "deleted", visibility_level: 20 } });
  await destroy(id);
  const headers = { authorization: `Basic ${btoa(`oauth2:${worker.token}`)}` };
  const refs = await worker.send("/root/deleted.git/info/refs?service=git-receive-pack", { headers });
  let left = 3;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      left -= 1;
      controller.enqueue(new Uint8Array(100_000));
      if (left === 0) controller.close();
    },
  });
  const push = await worker.send("/root/deleted.git/git-receive-pack", {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-git-receive-pack-request" },
    body,
  });
  const absent = [404, "There is no such project, or you are not allowed to see it.\n"];
  expect([refs.status, await refs.text()]).toEqual(absent);
  expect([push.status, await push.text(), left]).toEqual([...absent, 0]);
});
