// Every table, for drizzle-kit and for whoever needs the whole schema.
export * from "./events.ts";
export * from "./issues.ts";
export * from "./namespaces.ts";
export * from "./projects.ts";
export * from "./users.ts";
