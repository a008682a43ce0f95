// The arguments and environment variables of the backup commands.
import { parseArgs } from "node:util";
import { Failure } from "../failure.ts";

/** The URL of `npm start`. */
const LOCAL = "http://localhost:8787";

export interface CommandOptions {
  readonly file: string;
  /** The value of the command's own option; null without it. */
  readonly option: string | null;
  /** The flag of the command. */
  readonly isSet: boolean;
  readonly url: string;
  readonly token: string;
}

/** @param name of the command's own option, and of its flag @throws Failure with the usage */
export function serverOptions(usage: string, name: string, flag?: string): CommandOptions {
  const { positionals, values } = parse(usage, name, flag);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Failure(`Usage: ${usage}`);
  const token = process.env.TRIBUTARY_TOKEN;
  if (token === undefined || token === "") {
    throw new Failure("Set TRIBUTARY_TOKEN to the token of an administrator, such as the server's ROOT_TOKEN.");
  }
  const url = values.url ?? process.env.TRIBUTARY_URL ?? LOCAL;
  if (!URL.canParse(url)) throw new Failure(`${url} is no URL.`);
  return { file, option: values[name] ?? null, isSet: flag !== undefined && flag in values, url, token };
}

function parse(
  usage: string,
  name: string,
  flag: string | undefined,
): { positionals: string[]; values: Record<string, string | undefined> } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        url: { type: "string" },
        [name]: { type: "string" },
        ...(flag !== undefined && { [flag]: { type: "boolean" } }),
      },
    });
    return { positionals, values: textsOf(values) };
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`);
  }
}

const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
