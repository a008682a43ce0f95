// llms.txt: the pages that a program which reads text should start with (https://llmstxt.org).

/** @param titles by the name of the page below docs/ */
export function agentsIndex(titles: ReadonlyMap<string, string>): string {
  const lines = (pages: readonly [string, string][]) =>
    pages.map(([name, title]) => `- [${title}](/docs/${name})`).join("\n");
  const all = [...titles].filter(([name]) => name !== "guide/README.md");
  const guide = all.filter(([name]) => name.startsWith("guide/"));
  const others = all.filter(([name]) => !name.startsWith("guide/"));
  return `# Tributary

> A project host (issues, groups, merge requests, git repositories) that speaks GitLab's API v3 and v4. Send a token in the header \`PRIVATE-TOKEN\`.

- [The most used calls on one page](/docs/guide/agents.md)
- [Every route of API v3, with parameters and statuses](/docs/reference.md)
- [The same as OpenAPI 3.1](/api/v3/openapi.json)
- [Every route of API v4](/docs/reference-v4.md), which differs from GitLab's [in these points](/docs/v4.md)
- [The same as OpenAPI 3.1](/api/v4/openapi.json)

## Guide

${lines(guide)}

## Optional

${lines(others)}
`;
}
