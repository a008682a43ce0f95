// Protocol version 2: reads a command with its arguments and runs it.
import { GitError } from "../git-error.ts";
import { lineText, type PacketReader } from "../protocol/pkt-line.ts";
import type { Repository } from "../repository/repository.ts";
import { fetch } from "./command-fetch.ts";
import { MOST_LINES, tooManyLines, unexpectedLine } from "./fetch-request.ts";
import { listRefs } from "./ls-refs.ts";

/** @throws GitError */
export async function runCommand(repository: Repository, packets: PacketReader): Promise<Iterable<Uint8Array>> {
  const head: string[] = [];
  let packet = await packets.read();
  for (; packet?.kind === "data"; packet = await packets.read()) head.push(lineText(packet.data));
  if (head.length === 0) return [];
  const command = commandOf(head);
  const lines: string[] = [];
  if (packet?.kind === "delimiter") {
    for (packet = await packets.read(); packet?.kind === "data"; packet = await packets.read()) {
      if (lines.length === MOST_LINES) throw tooManyLines();
      lines.push(lineText(packet.data));
    }
  }
  return await command(repository, lines);
}

type Command = (
  repository: Repository,
  lines: readonly string[],
) => Iterable<Uint8Array> | Promise<Iterable<Uint8Array>>;

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["ls-refs", listRefs],
  ["fetch", fetch],
]);

function commandOf(head: readonly string[]): Command {
  const names: string[] = [];
  for (const line of head) {
    if (line.startsWith(COMMAND)) names.push(line.slice(COMMAND.length));
    else if (line.startsWith(FORMAT) && line !== `${FORMAT}sha1`) {
      throw new GitError("protocol", "mismatched object format: this repository has sha1");
    } else if (!/^[a-z-]+(?:=|$)/.test(line)) throw unexpectedLine(line);
  }
  const [name] = names;
  if (name === undefined || names.length > 1) throw new GitError("protocol", "one command is asked for at a time");
  const command = commands.get(name);
  if (command === undefined) throw new GitError("protocol", `invalid command '${name.slice(0, 100)}'`);
  return command;
}

const COMMAND = "command=";
const FORMAT = "object-format=";
