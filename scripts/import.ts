// `npm run import -- FILE`, see docs/backup.md.
import { serverOptions } from "./backup/arguments.ts";
import { importArchive } from "./backup/import.ts";
import { verifyArchive } from "./backup/verify.ts";
import { run } from "./failure.ts";

const USAGE = "npm run import -- FILE [--url URL] [--into GROUP] [--verify]";

await run(async () => {
  const { file, option, isSet: isVerification, url, token } = serverOptions(USAGE, "into", "verify");
  const options = { file, into: option, url, token, print: (line: string) => console.log(line) };
  await (isVerification ? verifyArchive(options) : importArchive(options));
});
