// The exports of tributary-client.
export { ApiError } from "./api-error.ts";
export { type ClientOptions, createClient, type TributaryClient } from "./client.ts";
export type { CallOptions, Method, ParseAs, PathOf, Result, Success } from "./operations.ts";
export { type ListPath, paginate, type Row } from "./paginate.ts";
export type * from "./schema.d.ts";
export type { WebhookName, WebhookPayload } from "./webhooks.ts";
