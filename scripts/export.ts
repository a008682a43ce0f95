// `npm run export -- FILE`, see docs/backup.md.
import { serverOptions } from "./backup/arguments.ts";
import { exportArchive } from "./backup/export.ts";
import { run } from "./failure.ts";

await run(async () => {
  const { file, option, url, token } = serverOptions(
    "npm run export -- FILE [--url URL] [--only GROUP[/PROJECT]]",
    "only",
  );
  await exportArchive({ file, only: option, url, token, print: (line) => console.log(line) });
});
