// Generates the description of the API. wrangler runs it before it builds the Worker, see wrangler.toml.
import { run } from "../failure.ts";
import { writeDocument } from "./write.ts";

await run(writeDocument);
