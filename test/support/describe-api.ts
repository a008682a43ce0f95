// Generates the description of the API, the checks by which the tests hold every response to it, and the client made from it.
import { ensureClient } from "../../scripts/client/write.ts";
import { ensureDocument } from "../../scripts/openapi/write.ts";
import { ensureChecks } from "./response-checks.ts";
import { isSample } from "./sample.ts";

export default async function describeApi(): Promise<void> {
  await ensureDocument();
  await ensureChecks();
  // A sample leaves the client's tests out.
  if (!isSample) await ensureClient();
}
