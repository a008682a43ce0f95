// `npm run preview:report`: a commit status, and one comment of the merge request, through the API of the server that
// hosts the repository.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Failure } from "../../../scripts/failure.ts";
import { freePort } from "../../../scripts/ports.ts";
import type { Variables } from "../../../scripts/preview/branches.ts";
import { type Report, reportPreview } from "../../../scripts/preview/report/report.ts";
import { createUser, ok } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { createMergeRequest, createProposing, type Proposing } from "../../support/merge-requests.ts";

const URL_OF_PREVIEW = "https://fix-typo-tributary-previews.example.workers.dev";

async function report(variables: Variables, given: Report, head: string | null = null): Promise<string> {
  const lines: string[] = [];
  const git = async (command = "") => ({
    code: command === "rev-parse" && head !== null ? 0 : 1,
    stdout: command === "rev-parse" ? `${head}\n` : "",
  });
  await reportPreview({ git, variables, print: (line) => void lines.push(line) }, given);
  return lines.join("\n");
}

/** The variables of a job for the branch `feature` of a project on this server. */
const jobOf = ({ owner, project }: Proposing): Record<string, string> => ({
  TRIBUTARY_URL: `${baseUrl}/`,
  TRIBUTARY_PROJECT: project.path_with_namespace,
  TRIBUTARY_TOKEN: owner.token ?? "",
  CI_COMMIT_REF_NAME: "feature",
});

const deployed = (sha: string): Report => ({ state: "success", url: URL_OF_PREVIEW, sha, branch: null });

interface Note {
  readonly id: number;
  readonly body: string;
  readonly system: boolean;
}

async function notesOf({ owner, path }: Proposing, mergeRequest: { id: number }): Promise<Note[]> {
  const notes: Note[] = await ok(owner.get(`${path}/${mergeRequest.id}/notes`));
  return notes.filter(({ system }) => !system);
}

const statusesOf = ({ owner, at }: Proposing, sha: string) => ok(owner.get(`${at}/repository/commits/${sha}/statuses`));

const commentOf = (text: string): string => `${text}\n\n<!-- tributary-preview -->`;

test("on Tributary, the URL is a commit status and a comment of the merge request", async () => {
  const place = await createProposing();
  const mergeRequest = await createMergeRequest(place.owner, place.project);
  const { feature = "" } = place.tips;
  expect(await report(jobOf(place), deployed(feature))).toBe(
    `Reported success for ${feature}.\nThe comment of the merge request is up to date.`,
  );
  expect(await statusesOf(place, feature)).toMatchObject([
    { name: "preview", status: "success", target_url: URL_OF_PREVIEW, description: "The preview is deployed" },
  ]);
  expect(await notesOf(place, mergeRequest)).toMatchObject([
    { body: commentOf(`Preview of \`feature\` at ${feature.slice(0, 8)}: ${URL_OF_PREVIEW}`) },
  ]);
});

test("a job that runs and fails is reported, and its comment is updated, not repeated", async () => {
  const place = await createProposing();
  const mergeRequest = await createMergeRequest(place.owner, place.project);
  const { feature = "" } = place.tips;
  const commit = feature.slice(0, 8);
  await report(jobOf(place), { state: "running", url: null, sha: feature, branch: null });
  expect(await statusesOf(place, feature)).toMatchObject([{ name: "preview", status: "running" }]);
  expect(await notesOf(place, mergeRequest)).toEqual([]);
  await report(jobOf(place), { state: "failed", url: null, sha: feature, branch: null });
  const [note, ...others] = await notesOf(place, mergeRequest);
  expect(others).toEqual([]);
  const failed = `The preview of \`feature\` could not be deployed at ${commit}. The job's log has the reason.`;
  expect(note?.body).toBe(commentOf(failed));
  await report(jobOf(place), deployed(feature));
  await report(jobOf(place), deployed(feature));
  expect(await notesOf(place, mergeRequest)).toMatchObject([
    { id: note?.id, body: commentOf(`Preview of \`feature\` at ${commit}: ${URL_OF_PREVIEW}`) },
  ]);
  await report(jobOf(place), { state: "deleted", branch: null });
  expect(await notesOf(place, mergeRequest)).toMatchObject([
    { id: note?.id, body: commentOf("The preview of `feature` is deleted.") },
  ]);
});

test("a failure names the former preview that still runs", async () => {
  const place = await createProposing();
  const mergeRequest = await createMergeRequest(place.owner, place.project);
  await report(jobOf(place), { state: "failed", url: URL_OF_PREVIEW, sha: place.tips.feature ?? "", branch: null });
  const [note] = await notesOf(place, mergeRequest);
  expect(note?.body).toContain(`The former one is at ${URL_OF_PREVIEW}.`);
});

test("the comment is found among more than a page of notes", async () => {
  const place = await createProposing();
  const { id } = await createMergeRequest(place.owner, place.project);
  await report(jobOf(place), deployed(place.tips.feature ?? ""));
  const notes = `${place.path}/${id}/notes`;
  for (let at = 0; at < 101; at += 1) await ok(place.owner.post(notes, { body: `note ${at}` }));
  await report(jobOf(place), deployed(place.tips.feature ?? ""));
  const pages = await Promise.all([1, 2].map((page) => ok(place.owner.get(`${notes}?per_page=100&page=${page}`))));
  expect(pages.flat().filter((note: Note) => note.body.includes("tributary-preview"))).toHaveLength(1);
});

test("another user's comment with the mark is left alone", async () => {
  const place = await createProposing({ visibility_level: 20 });
  const [mergeRequest, outsider] = [await createMergeRequest(place.owner, place.project), await createUser()];
  const body = commentOf("Preview of `feature`: https://elsewhere.example");
  await ok(outsider.post(`${place.path}/${mergeRequest.id}/notes`, { body }));
  const { feature = "" } = place.tips;
  for (let times = 0; times < 2; times += 1) await report(jobOf(place), deployed(feature));
  const own = commentOf(`Preview of \`feature\` at ${feature.slice(0, 8)}: ${URL_OF_PREVIEW}`);
  expect((await notesOf(place, mergeRequest)).map((note) => note.body).sort()).toEqual([body, own].sort());
});

test("deleting a preview without a comment adds none", async () => {
  const place = await createProposing();
  const mergeRequest = await createMergeRequest(place.owner, place.project);
  await report(jobOf(place), { state: "deleted", branch: null });
  expect(await notesOf(place, mergeRequest)).toEqual([]);
});

test("--branch names the branch of the merge request", async () => {
  const place = await createProposing();
  const mergeRequest = await createMergeRequest(place.owner, place.project);
  await report(jobOf(place), deployed(place.tips.feature ?? ""));
  await report({ ...jobOf(place), CI_COMMIT_REF_NAME: "main" }, { state: "deleted", branch: "feature" });
  expect((await notesOf(place, mergeRequest)).map(({ body }) => body)).toEqual([
    commentOf("The preview of `feature` is deleted."),
  ]);
});

test("a branch without a merge request gets its status, and the report says so", async () => {
  const place = await createProposing();
  const { other = "" } = place.tips;
  const variables = { ...jobOf(place), CI_COMMIT_REF_NAME: "other" };
  expect(await report(variables, deployed(other))).toContain("There is no merge request from other to comment.");
  expect(await statusesOf(place, other)).toMatchObject([{ status: "success" }]);
});

test("the commit is the job's, or HEAD", async () => {
  const place = await createProposing();
  const { feature = "", other = "" } = place.tips;
  const unnamed: Report = { state: "running", url: null, sha: null, branch: null };
  expect(await report({ ...jobOf(place), CI_COMMIT_SHA: feature }, unnamed, other)).toContain(feature);
  expect(await report(jobOf(place), unnamed, other)).toContain(other);
  await expect(report(jobOf(place), unnamed)).rejects.toThrow("add --sha SHA");
});

test("a refusal by Tributary is a failure with its response and what to check", async () => {
  const place = await createProposing();
  const outsider = await createUser();
  const variables = { ...jobOf(place), TRIBUTARY_TOKEN: outsider.token ?? "" };
  const refused = report(variables, deployed(place.tips.feature ?? ""));
  await expect(refused).rejects.toThrow(
    /responded with 404.*Check TRIBUTARY_URL, TRIBUTARY_PROJECT and TRIBUTARY_TOKEN/s,
  );
});

test("a server that cannot be reached is a failure", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const variables = { TRIBUTARY_URL: url, TRIBUTARY_PROJECT: "1", TRIBUTARY_TOKEN: "x" };
  await expect(report(variables, deployed("a".repeat(40)))).rejects.toThrow(
    /could not be reached: .*ECONNREFUSED.*Check/s,
  );
});

test.each([
  [{}, "No server to report to"],
  [{ TRIBUTARY_URL: "http://127.0.0.1:1" }, "TRIBUTARY_PROJECT is missing"],
  [{ TRIBUTARY_URL: "http://127.0.0.1:1", TRIBUTARY_PROJECT: "1" }, "TRIBUTARY_TOKEN is missing"],
  [{ GITHUB_REPOSITORY: "a/b" }, "GITHUB_TOKEN is missing"],
  [{ CI_API_V4_URL: "http://127.0.0.1:1", CI_PROJECT_ID: "1" }, "GITLAB_TOKEN is missing"],
])("with %j the failure says what to set", async (variables, message) => {
  await expect(report(variables, deployed("a".repeat(40)))).rejects.toThrow(message);
});

test("a success without a URL is refused", async () => {
  await expect(report({}, { state: "success", url: null, sha: null, branch: null })).rejects.toThrow("--url-file FILE");
});

interface Recorded {
  readonly request: string;
  readonly token: string | undefined;
  readonly body: unknown;
}

/** A server that records requests, and responds to a GET with the first matching list. */
async function recorder(lists: readonly [part: string, list: object][], text?: string) {
  const requests: Recorded[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = (await request.toArray()).join("");
    const { method, url = "", headers } = request;
    const token = headers.authorization ?? headers["private-token"]?.toString();
    requests.push({ request: `${method} ${url}`, token, body: body === "" ? null : JSON.parse(body) });
    const list = lists.find(([part]) => url.includes(part))?.[1] ?? [];
    response.writeHead(200).end(text ?? JSON.stringify(method === "GET" ? list : {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const sha = "0123456789abcdef0123456789abcdef01234567";
const text = commentOf(`Preview of \`feature\` at 01234567: ${URL_OF_PREVIEW}`);

test("on GitHub, the job's token reports to the commit and to the pull request", async () => {
  await using github = await recorder([
    ["/pulls?", [{ number: 7 }]],
    ["/comments?", []],
  ]);
  const variables = {
    GITHUB_REPOSITORY: "owner/name",
    GITHUB_TOKEN: "ghs_1",
    GITHUB_API_URL: github.url,
    GITHUB_HEAD_REF: "feature",
  };
  await report(variables, deployed(sha));
  const token = "Bearer ghs_1";
  expect(github.requests).toEqual([
    {
      request: `POST /repos/owner/name/statuses/${sha}`,
      token,
      body: {
        state: "success",
        context: "preview",
        description: "The preview is deployed",
        target_url: URL_OF_PREVIEW,
      },
    },
    {
      request: "GET /repos/owner/name/pulls?head=owner%3Afeature&state=all&sort=created&direction=desc&per_page=100",
      token,
      body: null,
    },
    { request: "GET /repos/owner/name/issues/7/comments?sort=created&per_page=100", token, body: null },
    { request: "POST /repos/owner/name/issues/7/comments", token, body: { body: text } },
  ]);
});

test("on GitHub, the comment is edited", async () => {
  const comment = { id: 9, body: commentOf("Former text") };
  await using github = await recorder([
    ["/pulls?", [{ number: 7 }]],
    ["/comments?", [{ id: 8, body: "Nice" }, comment]],
  ]);
  const variables = {
    GITHUB_REPOSITORY: "owner/name",
    GITHUB_TOKEN: "t",
    GITHUB_API_URL: github.url,
    GITHUB_HEAD_REF: "feature",
  };
  await report(variables, deployed(sha));
  expect(github.requests.at(-1)).toMatchObject({
    request: "PATCH /repos/owner/name/issues/comments/9",
    body: { body: text },
  });
});

test("on GitHub, a branch without a pull request gets its status", async () => {
  await using github = await recorder([]);
  const variables = {
    GITHUB_REPOSITORY: "owner/name",
    GITHUB_TOKEN: "t",
    GITHUB_API_URL: github.url,
    GITHUB_HEAD_REF: "feature",
  };
  expect(await report(variables, { state: "failed", url: null, sha, branch: null })).toContain(
    "There is no merge request",
  );
  expect(github.requests[0]).toMatchObject({ body: { state: "failure" } });
});

test("on GitLab, API v4 is used, which names a merge request by its iid", async () => {
  const mergeRequest = { id: 70, iid: 7, source_branch: "feature", source_project_id: 3, target_project_id: 3 };
  await using gitlab = await recorder([
    ["/user", { id: 4 }],
    ["/notes?", [{ id: 9, body: commentOf("Former text"), author: { id: 4 } }]],
    ["/merge_requests?", [mergeRequest]],
  ]);
  const variables = {
    CI_API_V4_URL: gitlab.url,
    CI_PROJECT_ID: "3",
    GITLAB_TOKEN: "glpat",
    CI_COMMIT_REF_NAME: "feature",
  };
  await report(variables, deployed(sha));
  expect(gitlab.requests.map(({ request }) => request.split("?")[0])).toEqual([
    `POST /projects/3/statuses/${sha}`,
    "GET /projects/3/merge_requests",
    "GET /user",
    "GET /projects/3/merge_requests/7/notes",
    "PUT /projects/3/merge_requests/7/notes/9",
  ]);
  expect(gitlab.requests.every(({ token }) => token === "glpat")).toBe(true);
});

test("a page that is no JSON is a failure", async () => {
  await using gitlab = await recorder([], "<html>");
  const variables = { CI_API_V4_URL: gitlab.url, CI_PROJECT_ID: "3", GITLAB_TOKEN: "t", CI_COMMIT_REF_NAME: "feature" };
  await expect(report(variables, deployed(sha))).rejects.toThrow(Failure);
});
