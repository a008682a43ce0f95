// Entry of the Worker: its fetch handler and its Durable Object classes.
import { createApp } from "./app.ts";

export { Courier } from "./durable-objects/courier.ts";
export { Notifier } from "./durable-objects/notifier.ts";
export { Repository } from "./durable-objects/repository.ts";

const app = createApp();

export default { fetch: app.fetch } satisfies ExportedHandler<object>;
