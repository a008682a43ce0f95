// The Worker, and the Durable Objects it runs.
import { createApp } from "./app.ts";

export { Courier } from "./jobs/courier.ts";
export { Notifier } from "./jobs/notifier.ts";
export { Repository } from "./jobs/repository.ts";

const app = createApp();

export default { fetch: app.fetch } satisfies ExportedHandler<object>;
