// /:namespace/:project/releases, one release, and the address of a tag in API v4
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { Browser } from "../../support/browser.ts";
import { v4 } from "../../support/v4.ts";
import { createSeeded, linksIn, roundTrips, type Seeded } from "./seeded.ts";

const release = ({ owner, project }: Seeded, values: object) =>
  ok(owner.post(v4(`/projects/${project.id}/releases`), { ref: "main", ...values }));

test("the address that the API names shows the release with its notes, links and archives, also to visitors", async () => {
  const seeded = await createSeeded({ a: "" });
  const created = await release(seeded, {
    tag_name: "v1/a",
    name: "First <b>one</b>",
    description: "It *works*: <script>x</script>",
    assets: { links: [{ name: "Program", url: "https://example.com/p", direct_asset_path: "/bin/p" }] },
  });
  const shown = await new Browser().open(created._links.self.slice(baseUrl.length).replace("/-/", "/"));
  expect({ status: shown.status, trips: roundTrips(shown.headers), text: shown.text }).toEqual({
    status: 200,
    trips: "1",
    text: expect.stringMatching(
      /First <b>one<\/b> Releases First <b>one<\/b> v1\/a [0-9a-f]{8} just now by Name of .* It works : .* Assets Program Download zip/,
    ),
  });
  expect(shown.html).not.toContain("<script>x");
  expect(linksIn(shown.html)).toEqual(
    expect.arrayContaining([
      `${seeded.home}/tree/v1%2Fa`,
      `${seeded.home}/repository/archive.zip?ref=v1%2Fa`,
      `${baseUrl}${seeded.home}/-/releases/v1%2Fa/downloads/bin/p`,
    ]),
  );
});

test("releases are listed newest first, in pages, and one in the future as upcoming", async () => {
  const seeded = await createSeeded({ a: "" });
  for (let number = 1; number <= 20; number++) await release(seeded, { tag_name: `v${number}` });
  await release(seeded, { tag_name: "next", released_at: "2999-01-01T00:00:00Z" });
  const browser = new Browser();
  const first = await browser.open(`${seeded.home}/releases`);
  const second = await browser.open(`${seeded.home}/releases?page=2`);
  expect({ trips: roundTrips(first.headers), first: first.text, second: second.text }).toEqual({
    trips: "1",
    first: expect.stringMatching(/Releases Tags next Upcoming next .* v20 .* v2 /),
    second: expect.stringMatching(/Releases Tags v1 .* Previous Page 2/),
  });
});

test("the page of a release ends with its tag", async () => {
  const seeded = await createSeeded({ a: "" });
  const { owner, project, home } = seeded;
  await release(seeded, { tag_name: "v1" });
  const statuses = [(await new Browser().open(`${home}/releases/v1`)).status];
  await owner.delete(v4(`/projects/${project.id}/repository/tags/v1`));
  statuses.push((await new Browser().open(`${home}/releases/v1`)).status);
  expect(statuses).toEqual([200, 404]);
});

test("the address of a tag in the API leads to its files", async () => {
  const seeded = await createSeeded({ a: "" });
  const { tag_path } = await release(seeded, { tag_name: "v1" });
  const shown = await new Browser().open(tag_path.replace("/-/", "/"));
  expect({ status: shown.status, path: shown.path }).toEqual({ status: 200, path: `${seeded.home}/tree/v1` });
});

test("there is no page for another tag, nor of a private project for strangers", async () => {
  const seeded = await createSeeded({ a: "" });
  const { owner, project, home } = seeded;
  await release(seeded, { tag_name: "v1" });
  const missing = await new Browser().open(`${home}/releases/v2`);
  await ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 }));
  const stranger = await Browser.signedIn((await createUser()).token ?? "");
  const hidden = [await stranger.open(`${home}/releases`), await stranger.open(`${home}/releases/v1`)];
  expect([missing.status, ...hidden.map(({ status }) => status)]).toEqual([404, 404, 404]);
});
