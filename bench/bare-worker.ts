// A Hono Worker that does nothing, with the bindings of this project: the floor of `npm run bench:start`.
import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";

export class Repository extends DurableObject {}
export class Courier extends DurableObject {}
export class Notifier extends DurableObject {}

const app = new Hono();
app.get("/-/health", (c) => c.json({ status: "ok" }));

export default app;
