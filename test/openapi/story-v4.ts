// The requests whose responses are the examples of the description of API v4: people, groups, projects and repositories.
import type { Recorder, Send } from "./recorder.ts";
import { exchangeHooks, followIssue, proposeMerge } from "./story-v4-issuables.ts";

export interface People {
  readonly root: Send;
  readonly ada: Send;
  readonly grace: Send;
  readonly adaId: number;
  readonly graceId: number;
}

/** Runs on an empty database. */
export async function tellStoryOfV4(recorder: Recorder, rootToken: string): Promise<void> {
  const people = await createPeople(recorder, recorder.as(rootToken));
  const group = await createGroup(people);
  const delta = await createProject(people, group);
  await relateProjects(people, group, delta);
  await writeFiles(people, delta);
  await protectAndRelease(people, delta);
  await followIssue(people, group, delta);
  await proposeMerge(people, group, delta);
  await exchangeHooks(people, group, delta);
  await search(people, group, delta);
  await readFeeds(people, delta);
  const { ada, root, graceId } = people;
  await ada("DELETE", `${delta}/repository/merged_branches`);
  await ada("DELETE", delta);
  await ada("DELETE", group);
  await root("DELETE", `/users/${graceId}`);
}

async function createPeople(recorder: Recorder, root: Send): Promise<People> {
  await root("GET", "/version");
  await root("GET", "/metadata");
  const user = (username: string, name: string) => ({
    username,
    name,
    email: `${username}@example.com`,
    password: "not-kept-anyway",
  });
  const { id: adaId } = await root("POST", "/users", user("ada", "Ada Lovelace"));
  const { id: graceId } = await root("POST", "/users", user("grace", "Grace Hopper"));
  const token = { name: "tests", scopes: ["api"] };
  const { token: ofAda } = await root("POST", `/users/${adaId}/personal_access_tokens`, token);
  const { token: ofGrace, id: tokenId } = await root("POST", `/users/${graceId}/impersonation_tokens`, token);
  await root("GET", `/users/${graceId}/impersonation_tokens`);
  await root("GET", `/users/${graceId}/impersonation_tokens/${tokenId}`);
  const { id: spare } = await root("POST", `/users/${graceId}/impersonation_tokens`, token);
  await root("DELETE", `/users/${graceId}/impersonation_tokens/${spare}`);
  await root("GET", "/users?username=ada");
  await root("GET", `/users/${adaId}`);
  await root("PUT", `/users/${adaId}`, { bio: "Wrote the first program." });
  await root("POST", `/users/${graceId}/block`);
  await root("POST", `/users/${graceId}/unblock`);
  const [ada, grace] = [recorder.as(ofAda), recorder.as(ofGrace)];
  await ada("GET", "/user");
  await ada("GET", "/users/ada/status");
  await useTokens(recorder, ada);
  return { root, ada, grace, adaId, graceId };
}

async function useTokens(recorder: Recorder, ada: Send): Promise<void> {
  const token = { name: "laptop", scopes: ["read_api"], expires_at: "2030-01-01" };
  const { id: first } = await ada("POST", "/user/personal_access_tokens", token);
  await ada("GET", "/personal_access_tokens?search=laptop");
  await ada("GET", `/personal_access_tokens/${first}`);
  const { id: second } = await ada("POST", `/personal_access_tokens/${first}/rotate`, { expires_at: "2031-01-01" });
  await ada("DELETE", `/personal_access_tokens/${second}`);
  const { token: leaked } = await ada("POST", "/user/personal_access_tokens", { ...token, scopes: ["api"] });
  await recorder.as(leaked)("GET", "/personal_access_tokens/self");
  const { token: rotated } = await recorder.as(leaked)("POST", "/personal_access_tokens/self/rotate", {
    expires_at: "2031-01-01",
  });
  await recorder.as(rotated)("DELETE", "/personal_access_tokens/self");
}

async function createGroup({ ada, grace, root, adaId, graceId }: People): Promise<string> {
  const { id } = await ada("POST", "/groups", { name: "Rivers", path: "rivers", visibility: "public" });
  const at = `/groups/${id}`;
  await ada("PUT", at, { description: "All that flows.", request_access_enabled: true });
  await ada("GET", at);
  await ada("GET", "/groups");
  for (const list of ["subgroups", "descendant_groups", "labels", "milestones"]) await ada("GET", `${at}/${list}`);
  await ada("GET", "/namespaces");
  await ada("GET", "/namespaces/rivers");
  await ada("GET", "/namespaces/lakes/exists");
  await joinAndLeave(ada, grace, graceId, at);
  await ada("GET", `${at}/notification_settings`);
  await ada("PUT", `${at}/notification_settings`, { level: "watch" });
  await ada("GET", "/notification_settings");
  await ada("PUT", "/notification_settings", { level: "participating" });
  const { id: moved } = await root("POST", `/projects/user/${adaId}`, { name: "Brook" });
  await root("POST", `${at}/projects/${moved}`);
  return at;
}

/** Members and access requests of a group or a project, which end. */
async function joinAndLeave(ada: Send, grace: Send, graceId: number, at: string): Promise<void> {
  await ada("POST", `${at}/members`, { user_id: graceId, access_level: 20 });
  await ada("GET", `${at}/members`);
  await ada("GET", `${at}/members/all`);
  await ada("GET", `${at}/members/${graceId}`);
  await ada("GET", `${at}/members/all/${graceId}`);
  await ada("PUT", `${at}/members/${graceId}`, { access_level: 30, expires_at: "2030-01-01" });
  await ada("DELETE", `${at}/members/${graceId}`);
  await grace("POST", `${at}/access_requests`);
  await ada("GET", `${at}/access_requests`);
  await ada("DELETE", `${at}/access_requests/${graceId}`);
  await grace("POST", `${at}/access_requests`);
  await ada("PUT", `${at}/access_requests/${graceId}/approve`, { access_level: 30 });
  await ada("DELETE", `${at}/members/${graceId}`);
}

async function createProject({ ada, grace, graceId }: People, group: string): Promise<string> {
  const { id: namespace_id } = await ada("GET", group);
  const { id } = await ada("POST", "/projects", {
    name: "Delta",
    description: "Where rivers end.",
    namespace_id,
    visibility: "public",
    initialize_with_readme: true,
    default_branch: "main",
  });
  const at = `/projects/${id}`;
  await ada("PUT", at, { description: "Where rivers meet the sea.", request_access_enabled: true });
  await ada("GET", at);
  await ada("GET", "/projects?membership=true&search=Delta");
  await ada("GET", `${group}/projects?search=Delta`);
  await ada("GET", "/users/ada/projects");
  await ada("POST", `${at}/star`);
  await ada("POST", `${at}/unstar`);
  await ada("POST", `${at}/archive`);
  await ada("POST", `${at}/unarchive`);
  for (const list of ["users", "groups", "languages"]) await ada("GET", `${at}/${list}`);
  await joinAndLeave(ada, grace, graceId, at);
  await ada("POST", `${at}/members`, { user_id: graceId, access_level: 30 });
  await grace("GET", `${at}/notification_settings`);
  await grace("PUT", `${at}/notification_settings`, { level: "custom", new_note: true });
  return at;
}

async function relateProjects({ root, ada, grace }: People, group: string, delta: string): Promise<void> {
  const { id: other } = await ada("POST", "/groups", { name: "Lakes", path: "lakes" });
  await ada("POST", `${delta}/share`, { group_id: other, group_access: 20 });
  await ada("DELETE", `${delta}/share/${other}`);
  const { id: forked } = await grace("POST", `${delta}/fork`, { path: "delta" });
  await ada("GET", `${delta}/forks`);
  await grace("DELETE", `/projects/${forked}/fork`);
  await root("POST", `/projects/${forked}/fork/${delta.split("/").at(-1)}`);
  await grace("DELETE", `/projects/${forked}`);
  const { id: creek } = await ada("POST", "/projects", { name: "Creek" });
  await ada("PUT", `/projects/${creek}/transfer`, { namespace: group.split("/").at(-1) });
}

async function writeFiles({ ada }: People, project: string): Promise<void> {
  const at = `${project}/repository`;
  const written = { branch: "main", commit_message: "Write" };
  await ada("POST", `${at}/files/old.txt`, { ...written, content: "Silt\n" });
  await ada("PUT", `${at}/files/old.txt`, { ...written, content: "Silt and sand\n" });
  await ada("GET", `${at}/files/old.txt?ref=main`);
  await ada("GET", `${at}/files/old.txt/raw?ref=main`);
  await ada("GET", `${at}/files/old.txt/blame?ref=main`);
  await ada("DELETE", `${at}/files/old.txt`, { branch: "main", commit_message: "Remove" });
  for (const branch of ["feature", "picked", "gone"]) await ada("POST", `${at}/branches`, { branch, ref: "main" });
  await ada("GET", `${at}/branches`);
  await ada("GET", `${at}/branches/main`);
  await ada("DELETE", `${at}/branches/gone`);
  const { id: sha } = await ada("POST", `${at}/commits`, {
    branch: "feature",
    commit_message: "Dredge the mouth",
    actions: [{ action: "create", file_path: "dredge.txt", content: "Deep\n" }],
  });
  const one = `${at}/commits/${sha}`;
  await ada("POST", `${one}/cherry_pick`, { branch: "picked" });
  const [{ id: picked }] = await ada("GET", `${at}/commits?ref_name=picked`);
  await ada("POST", `${at}/commits/${picked}/revert`, { branch: "picked" });
  await ada("GET", one);
  await ada("GET", `${one}/diff`);
  await ada("GET", `${one}/refs`);
  await ada("POST", `${one}/comments`, { note: "Deep enough?", path: "dredge.txt", line: 1, line_type: "new" });
  await ada("GET", `${one}/comments`);
  await discuss(ada, one);
  await readRepository(ada, at, sha);
  await reportStatus(ada, project, sha);
  await upload(ada, project);
  await publish(ada, project);
}

async function discuss(ada: Send, commit: string): Promise<void> {
  const { id } = await ada("POST", `${commit}/discussions`, { body: "How deep is deep?" });
  await ada("GET", `${commit}/discussions`);
  await ada("GET", `${commit}/discussions/${id}`);
  const notes = `${commit}/discussions/${id}/notes`;
  const { id: note } = await ada("POST", notes, { body: "Deep enough for a barge." });
  await ada("GET", `${notes}/${note}`);
  await ada("PUT", `${notes}/${note}`, { body: "Deep enough for a laden barge." });
  await ada("DELETE", `${notes}/${note}`);
}

async function publish(ada: Send, project: string): Promise<void> {
  const form = new FormData();
  form.set("file", new Blob(["chart"]), "chart.pdf");
  await ada("PUT", `${project}/packages/generic/charts/1.0/chart.pdf?select=package_file`, form);
  await ada("GET", `${project}/packages/generic/charts/1.0/chart.pdf`);
  const [{ id }] = await ada("GET", `${project}/packages`);
  const one = `${project}/packages/${id}`;
  await ada("GET", one);
  const [{ id: file }] = await ada("GET", `${one}/package_files`);
  await ada("DELETE", `${one}/package_files/${file}`);
  await ada("DELETE", one);
}

async function readRepository(ada: Send, at: string, sha: string): Promise<void> {
  await ada("GET", `${at}/compare?from=main&to=feature`);
  await ada("GET", `${at}/merge_base?refs[]=main&refs[]=feature`);
  await ada("GET", `${at}/contributors`);
  const [{ id: blob }] = await ada("GET", `${at}/tree?ref=${sha}`);
  await ada("GET", `${at}/blobs/${blob}`);
}

async function reportStatus(ada: Send, project: string, sha: string): Promise<void> {
  await ada("POST", `${project}/statuses/${sha}`, {
    state: "success",
    ref: "feature",
    name: "tests",
    target_url: "https://ci.example/1",
    coverage: 97.5,
  });
  await ada("GET", `${project}/repository/commits/${sha}/statuses`);
  const [{ id }] = await ada("GET", `${project}/pipelines`);
  await ada("GET", `${project}/pipelines/latest?ref=feature`);
  for (const part of ["", "/jobs", "/bridges"]) await ada("GET", `${project}/pipelines/${id}${part}`);
}

async function upload(ada: Send, project: string): Promise<void> {
  const form = new FormData();
  form.set("file", new Blob(["bytes"]), "map.png");
  await ada("POST", `${project}/uploads`, form);
  await ada("GET", `${project}/uploads`);
}

async function protectAndRelease({ ada }: People, project: string): Promise<void> {
  await ada("POST", `${project}/protected_branches`, { name: "picked", push_access_level: 30 });
  await ada("GET", `${project}/protected_branches`);
  await ada("GET", `${project}/protected_branches/picked`);
  await ada("PATCH", `${project}/protected_branches/picked`, {});
  await ada("DELETE", `${project}/protected_branches/picked`);
  const tags = `${project}/repository/tags`;
  await ada("POST", tags, { tag_name: "v1", ref: "main", message: "The first" });
  await ada("GET", tags);
  await ada("GET", `${tags}/v1`);
  await ada("POST", `${project}/releases`, { tag_name: "v1", name: "The first", description: "Sails." });
  await ada("GET", `${project}/releases`);
  const release = `${project}/releases/v1`;
  await ada("PUT", release, { description: "Sails and steams." });
  const links = `${release}/assets/links`;
  const { id } = await ada("POST", links, { name: "chart", url: "https://example.com/chart", link_type: "other" });
  await ada("GET", links);
  await ada("GET", `${links}/${id}`);
  await ada("GET", release);
  await ada("PUT", `${links}/${id}`, { name: "map" });
  await ada("DELETE", `${links}/${id}`);
  await ada("DELETE", release);
  await ada("DELETE", `${tags}/v1`);
}

async function search({ ada }: People, group: string, project: string): Promise<void> {
  await ada("GET", "/search?scope=issues&search=mouth");
  await ada("GET", `${group}/search?scope=projects&search=Delta`);
  await ada("GET", `${project}/search?scope=blobs&search=Deep&ref=feature`);
}

async function readFeeds({ ada, grace }: People, project: string): Promise<void> {
  await ada("GET", "/events");
  await ada("GET", "/users/grace/events");
  await ada("GET", `${project}/events`);
  await grace("POST", `${project}/issues/1/todo`);
  const [{ id }] = await grace("GET", "/todos");
  await grace("POST", `/todos/${id}/mark_as_done`);
  await grace("POST", "/todos/mark_as_done");
}
