// Archives that are damaged, foreign or hostile are refused before anything is written.
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ArchiveFile } from "../../scripts/backup/archive-file.ts";
import { readArchive } from "../../scripts/backup/read-archive.ts";
import { BLOCK, END, padding, tarHeader } from "../../scripts/backup/tar.ts";
import { once } from "../support/once.ts";
import { type Folder, runImport, temporaryFolder } from "./archives.ts";
import { contentsOf } from "./contents.ts";
import { emptyInstance, exported } from "./restored.ts";

const target = once(emptyInstance);

const info = {
  format: "tributary-backup",
  version: 1,
  id: "an-archive",
  created_at: "2026-01-01T00:00:00.000Z",
  source: "https://a.example",
  migration: "0000_ground.sql",
  scope: { kind: "instance" },
  tables: {},
};

/** Writes an archive with these members, and the manifest that belongs to them unless there is another. */
function write(
  folder: Folder,
  members: readonly (readonly [name: string, content: string])[],
  info_: object = info,
): string {
  const all = [["archive.json", JSON.stringify(info_)] as const, ...members];
  const sums = all.map(([name, content]) => [name, createHash("sha256").update(content).digest("hex")]);
  const manifest = ["manifest.json", JSON.stringify({ members: Object.fromEntries(sums) })] as const;
  const blocks = [...all, manifest].flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    return [tarHeader(name, bytes.length), bytes, Buffer.alloc(padding(bytes.length))];
  });
  writeFileSync(folder.file("hostile.tar"), Buffer.concat([...blocks, END]));
  return folder.file("hostile.tar");
}

const page = "rows/labels/000000000000000-000000000000009.jsonl";
const tokens = page.replace("labels", "access_tokens");
const members = page.replace("labels", "group_members");
const project = { kind: "project", id: 1, path: "group/project", namespace_id: 1 };
const label = { id: 1, project_id: 1, title: "a", color: "#000000", created_at: "", updated_at: "" };
const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

test.each<[string, [string, string][], object, string]>([
  ["of another format", [], { ...info, format: "zip" }, "it is no backup of Tributary"],
  ["of a later version", [], { ...info, version: 2 }, "it has version 2 of the format"],
  ["of a newer server", [], { ...info, migration: "9999_future.sql" }, "made by a newer server"],
  ["with an id that is a path", [], { ...info, id: "../x" }, "is malformed"],
  ["with a member outside of its folders", [["../../etc/passwd", "x"]], info, "there is no place for a member"],
  ["with an absolute path", [["/etc/passwd", "x"]], info, "there is no place for a member"],
  [
    "with a path of a repository that is none",
    [["repositories/../1.json", "{}"]],
    info,
    "there is no place for a member",
  ],
  [
    "with a repeated member",
    [
      [page, ""],
      [page, ""],
    ],
    info,
    "is there twice",
  ],
  ["with an unknown table", [[page.replace("labels", "secrets"), ""]], info, "rows of a table secrets"],
  ["with a derived table", [[page.replace("labels", "user_totals"), ""]], info, "rows of a table user_totals"],
  ["with an unknown column", [[page, lines({ ...label, 'id") --': 1 })]], info, "has a column"],
  [
    "with a generated column",
    [["rows/projects/000000000000000-000000000000009.jsonl", lines({ id: 1, path_key: "x" })]],
    info,
    '"path_key", which projects has not',
  ],
  [
    "with a nested value",
    [[page, lines({ ...label, title: { $gt: "" } })]],
    info,
    "title is neither a text nor a number",
  ],
  ["with a line that is no JSON", [[page, "{\n"]], info, "line 1 of rows/labels"],
  ["with ids that repeat", [[page, lines(label, label)]], info, "not ascending at 1"],
  ["with an id that is a text", [[page, lines({ ...label, id: "1" })]], info, "not ascending"],
  ["with a reference that is a text", [[page, lines({ ...label, project_id: "1" })]], info, "project_id is no number"],
  ["of a project with tokens", [[tokens, ""]], { ...info, scope: project }, "cannot have rows of access_tokens"],
  [
    "of a project with members of a group",
    [[members, ""]],
    { ...info, scope: project },
    "cannot have rows of group_members",
  ],
  ["of a project without the project", [], { ...info, scope: project }, "does not have the project group/project"],
  ["of a group without the group", [], { ...info, scope: { ...project, kind: "group" } }, "does not have the group"],
  ["with a bundle that is none", [["repositories/1.bundle", "PACK"]], info, "is no git bundle"],
  [
    "with a bundle that needs other objects",
    [["repositories/1.bundle", `# v2 git bundle\n-${"a".repeat(40)} x\n\n`]],
    info,
    "needs objects",
  ],
  ["with a state that is none", [["repositories/1.json", '{"head":1}']], info, "is no state of a repository"],
])("an archive %s is refused", async (_, members, about, message) => {
  using folder = temporaryFolder();
  await expect(runImport(await target(), write(folder, members, about))).rejects.toThrow(message);
});

test("an archive that is cut off anywhere is refused", async () => {
  const { archive } = await exported();
  using folder = temporaryFolder();
  const copy = folder.file("cut.tar");
  const { length } = readFileSync(archive);
  for (const left of [0, 100, BLOCK, 10_000, length - END.length - 1, length - END.length, length - 1]) {
    copyFileSync(archive, copy);
    truncateSync(copy, left);
    await expect(readArchive(copy), String(left)).rejects.toThrow(/truncated|no backup/);
  }
});

test("an archive with a changed byte is refused", async () => {
  const { archive } = await exported();
  using folder = temporaryFolder();
  const bytes = readFileSync(archive);
  const file = await ArchiveFile.open(archive, "r");
  const members = file.members.filter(({ size }) => size > 0);
  await file.close();
  const chosen = [0, Math.floor(members.length / 3), Math.floor(members.length / 2), members.length - 1];
  // A byte of a header's unused fields or of the padding would change nothing.
  for (const { at: start, size } of chosen.flatMap((place) => members[place] ?? [])) {
    const at = start + Math.floor(size / 2);
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    writeFileSync(folder.file("changed.tar"), changed);
    await expect(readArchive(folder.file("changed.tar")), String(at)).rejects.toThrow("cannot be imported");
  }
});

test("refused archives have written nothing", async () => {
  const { archive } = await exported();
  const instance = await target();
  await runImport(instance, archive);
  expect((await contentsOf(archive)).rows.users?.length).toBeGreaterThan(5);
});
