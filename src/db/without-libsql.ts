// Replaces the libSQL driver in builds for D1 (`alias` in scripts/bundle.ts).

export function createClient(): never {
  throw new Error(
    "LIBSQL_URL is set, but this Worker was built for D1, without the libSQL driver. " +
      "`npm run deploy -- --libsql URL` deploys it with the driver, `npm start -- --libsql` serves it with one.",
  );
}
