// Every table, for drizzle-kit and for whoever needs the whole schema.
export * from "./commit-comments.ts";
export * from "./discussions.ts";
export * from "./events.ts";
export * from "./hooks.ts";
export * from "./issues.ts";
export * from "./labels.ts";
export * from "./merge-requests.ts";
export * from "./milestones.ts";
export * from "./namespaces.ts";
export * from "./projects.ts";
export * from "./repositories.ts";
export * from "./statuses.ts";
export * from "./timelogs.ts";
export * from "./todos.ts";
export * from "./users.ts";
