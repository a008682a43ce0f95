// GLOBAL_READS: what browsers, which send no bookmark as a header, may rely on when replicas lag.
import { expect, test } from "vitest";
import { catchUp, laggingWorld, often } from "./lagging-world.ts";

type World = Awaited<ReturnType<typeof laggingWorld>>;

/** The cookies of a browser that had some, after a response. */
function cookiesAfter(response: Response, had = ""): string {
  const pairs = [...had.split("; "), ...response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "")];
  const byName = new Map(pairs.map((pair) => [pair.split("=")[0], pair]));
  return [...byName.values()].join("; ");
}

const csrfTokenIn = (html: string): string => /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "";

/** @returns the cookies of a session */
async function signIn({ here, token }: World): Promise<string> {
  const form = await here.send("/-/sign_in");
  const body = new URLSearchParams({ authenticity_token: csrfTokenIn(await form.text()), token });
  const headers = { cookie: cookiesAfter(form) };
  return cookiesAfter(await here.send("/-/sign_in", { method: "POST", headers, body }));
}

test("the page that a form leads to has what the form has written, in any isolate", async () => {
  const world = await laggingWorld();
  const session = await signIn(world);
  await catchUp(world);
  const page = await world.here.send("/owner/project/labels/new", { headers: { cookie: session } });
  const body = new URLSearchParams({ authenticity_token: csrfTokenIn(await page.text()), name: "young" });
  body.set("color", "#123456");
  const created = await world.here.send("/owner/project/labels", {
    method: "POST",
    headers: { cookie: session },
    body,
  });
  const headers = { cookie: cookiesAfter(created, session) };
  const shown = await often(async () => {
    const list = await world.there.send(created.headers.get("location") ?? "", { headers });
    return [list.status, (await list.text()).includes("issues?labels=young")];
  });
  expect(shown).toEqual(shown.map(() => [200, true]));
});

test("a session that no replica has is known in any isolate", async () => {
  const world = await laggingWorld();
  const cookies = (await signIn(world)).split("; ");
  const cookie = cookies.filter((pair) => !pair.includes("bookmark")).join("; ");
  const read = async () => (await world.there.send("/owner/project/labels/new", { headers: { cookie } })).status;
  expect(new Set(await often(read))).toEqual(new Set([200]));
});

test("a cookie that is no bookmark is ignored", async () => {
  const { there } = await laggingWorld();
  const headers = { cookie: "__Host-tributary_bookmark=first; drop", accept: "text/html" };
  expect((await there.send("/-/explore", { headers })).status).toBe(200);
});
