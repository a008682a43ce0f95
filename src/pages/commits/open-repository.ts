// Opens the repository of a page's project for those who may read its code. The anonymous may in public projects,
// although API v3 has most of these endpoints for signed-in users only.
import type { Endpoint } from "../../api/endpoint.ts";
import { type OpenRepository, withRepository } from "../../api/repositories/repository-endpoint.ts";
import type { Statement } from "../../db/statement.ts";
import type { Params } from "../../http/params.ts";
import type { Visit } from "../visit.ts";

/** The project with its repository, and the rows of `also` from the same round trip. @throws ApiError 404, 403 */
export const openRepository = <const S extends readonly Statement[]>(
  visit: Visit,
  ...also: S
): Promise<OpenRepository<S>> =>
  withRepository(
    {
      ...visit.base,
      access: "visible_code",
      params: { id: { id: null, path: visit.projectPath } },
      given: new Map<string, unknown>(),
      url: visit.url.origin + visit.url.pathname,
    },
    ...also,
  );

/** The endpoint, open to all who may read the project's code. */
export const forReaders = <P extends Params, Body>(endpoint: Endpoint<P, Body>): Endpoint<P, Body> => ({
  ...endpoint,
  access: "visible_code",
});
