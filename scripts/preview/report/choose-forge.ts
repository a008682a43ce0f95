// Which server hosts the repository: Tributary where it is named, otherwise the one whose CI service runs the job.
import { Failure } from "../../failure.ts";
import type { Variables } from "../branches.ts";
import type { Forge } from "./forge.ts";
import { GitHubForge } from "./github.ts";
import { GitLabForge } from "./gitlab.ts";

/** @throws Failure when no server is named, or its token is missing */
export function chooseForge(variables: Variables): Forge {
  const { TRIBUTARY_URL, TRIBUTARY_PROJECT, TRIBUTARY_TOKEN } = variables;
  if (TRIBUTARY_URL) {
    return new GitLabForge({
      api: `${TRIBUTARY_URL.replace(/\/+$/, "")}/api/v3`,
      version: 3,
      project: needed(TRIBUTARY_PROJECT, "TRIBUTARY_PROJECT", "the project's id or path"),
      token: needed(TRIBUTARY_TOKEN, "TRIBUTARY_TOKEN", "an access token of a developer of the project"),
      next: "Check TRIBUTARY_URL, TRIBUTARY_PROJECT and TRIBUTARY_TOKEN, whose user must be a developer of the project.",
    });
  }
  const { GITHUB_REPOSITORY, GITHUB_TOKEN, GITHUB_API_URL } = variables;
  if (GITHUB_REPOSITORY) {
    return new GitHubForge({
      api: GITHUB_API_URL || "https://api.github.com",
      repository: GITHUB_REPOSITORY,
      token: needed(GITHUB_TOKEN, "GITHUB_TOKEN", "the job's token, secrets.GITHUB_TOKEN"),
    });
  }
  const { CI_API_V4_URL, CI_PROJECT_ID, GITLAB_TOKEN } = variables;
  if (CI_API_V4_URL && CI_PROJECT_ID) {
    return new GitLabForge({
      api: CI_API_V4_URL,
      version: 4,
      project: CI_PROJECT_ID,
      token: needed(GITLAB_TOKEN, "GITLAB_TOKEN", "a project access token with the scope api"),
      next: "Check GITLAB_TOKEN: it needs the scope api and the role Developer.",
    });
  }
  throw new Failure(
    "No server to report to. Set TRIBUTARY_URL, TRIBUTARY_PROJECT and TRIBUTARY_TOKEN, or run this in GitHub Actions or GitLab CI.",
  );
}

function needed(value: string | undefined, name: string, what: string): string {
  if (value) return value;
  throw new Failure(`${name} is missing. Set it to ${what}, then try again.`);
}
