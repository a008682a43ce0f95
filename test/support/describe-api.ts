// Generates the description of the API, to which the tests hold every response.
import { ensureDocument } from "../../scripts/openapi/write.ts";

export default ensureDocument;
