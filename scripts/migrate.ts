// `npm run migrate`: brings the libSQL database at LIBSQL_URL up to date, before or while a new version is deployed.
import { createClient } from "@libsql/client/web";
import { Failure, run } from "./failure.ts";
import { migrateLibsql } from "./migrations.ts";

await run(async () => {
  const { LIBSQL_URL: url, LIBSQL_AUTH_TOKEN: authToken } = process.env;
  if (!url)
    throw new Failure(
      "LIBSQL_URL must name the database to migrate, and LIBSQL_AUTH_TOKEN hold its token if it has one.",
    );
  const client = createClient(authToken ? { url, authToken } : { url });
  const applied = await migrateLibsql(client);
  client.close();
  console.log(applied.length === 0 ? "Nothing to migrate." : `Applied ${applied.join(", ")}.`);
});
