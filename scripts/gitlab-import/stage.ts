// A folder of what has been downloaded: a resource that is there is not requested again.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export class Stage {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The JSON of a resource, from its file or, if there is none, from `download`. @param name relative path */
  async json<Value>(name: string, download: () => Promise<Value>): Promise<Value> {
    const path = join(this.folder, `${name}.json`);
    const known = await readIfThere(path);
    if (known !== null) return JSON.parse(known) as Value;
    const value = await download();
    await mkdir(dirname(path), { recursive: true });
    // Renamed when complete: a killed process leaves no half of a file.
    await writeFile(`${path}.part`, JSON.stringify(value));
    await rename(`${path}.part`, path);
    return value;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
