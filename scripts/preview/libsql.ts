// The libSQL database of a preview, which its user creates: it must be nobody else's.
import { createClient } from "@libsql/client/web";
import { Failure } from "../failure.ts";
import { comparableUrl, type Production } from "./production.ts";
import type { PreviewRow } from "./registry.ts";

/**
 * @param rows of all previews
 * @param name of the preview that shall use it
 * @throws Failure for production's database, another preview's, and one with projects of an unknown server
 */
export async function refuseUsedLibsql(
  url: string,
  authToken: string | undefined,
  { production, rows, name }: { production: Production; rows: readonly PreviewRow[]; name: string },
): Promise<void> {
  const comparable = comparableUrl(url);
  if (production.libsqlUrls.has(comparable)) {
    throw new Failure(`${url} is production's database. Create one for the preview, then try again with its URL.`);
  }
  const user = rows.find(({ libsql_url }) => libsql_url !== null && comparableUrl(libsql_url) === comparable);
  if (user !== undefined && user.name !== name) {
    throw new Failure(
      `${url} is the database of the preview ${user.name}. Create one for this preview, then try again with its URL.`,
    );
  }
  if (user !== undefined) return;
  const projects = await countProjects(url, authToken);
  if (projects === 0) return;
  throw new Failure(
    `${url} already has ${projects} projects, whose repositories a new preview would not have. Create an empty database, then try again with its URL.`,
  );
}

async function countProjects(url: string, authToken: string | undefined): Promise<number> {
  const client = createClient(authToken === undefined ? { url } : { url, authToken });
  try {
    const { rows } = await client.execute("select count(*) as projects from projects");
    return Number(rows[0]?.projects);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.includes("no such table")) return 0;
    throw new Failure(`${url} could not be read: ${reason}\n\nCheck the URL and LIBSQL_AUTH_TOKEN, then try again.`);
  } finally {
    client.close();
  }
}
