// Generates the description of the API, to which the tests hold every response, and the client made from it.
import { ensureClient } from "../../scripts/client/write.ts";
import { ensureDocument } from "../../scripts/openapi/write.ts";

export default async function describeApi(): Promise<void> {
  await ensureDocument();
  await ensureClient();
}
