// A client of the Model Context Protocol over standard input and output: JSON-RPC, one message a line.
// https://modelcontextprotocol.io/specification/2025-03-26
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

interface Message {
  readonly id?: number;
  readonly result?: ToolResult;
  readonly error?: { readonly message: string };
}

interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
}

export class McpClient {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #pending = new Map<number, PromiseWithResolvers<Message>>();
  #problems = "";
  #lastId = 0;

  private constructor(script: string, variables: Record<string, string>) {
    const { PATH, HOME } = process.env;
    this.#process = spawn(process.execPath, [script], { env: { PATH, HOME, ...variables } });
    this.#process.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#problems += text;
    });
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      const message = JSON.parse(line) as Message;
      if (message.id !== undefined) this.#pending.get(message.id)?.resolve(message);
    });
    this.#process.once("close", () => {
      for (const { reject } of this.#pending.values()) reject(new Error(`The server has ended: ${this.#problems}`));
    });
  }

  /** Starts a server. Declare it with `await using`. @param script path of the server's entry */
  static async start(script: string, variables: Record<string, string>): Promise<McpClient> {
    const client = new McpClient(script, variables);
    const clientInfo = { name: "test", version: "1" };
    await client.#request("initialize", { protocolVersion: "2025-03-26", capabilities: {}, clientInfo });
    client.#send({ method: "notifications/initialized" });
    return client;
  }

  /** Calls a tool. @returns its text, parsed if it is JSON. @throws Error with the text of a failed call */
  // biome-ignore lint/suspicious/noExplicitAny: responses are asserted by tests
  async call(name: string, parameters: Record<string, unknown> = {}): Promise<any> {
    const { result, error } = await this.#request("tools/call", { name, arguments: parameters });
    const text = (result?.content ?? []).map((part) => part.text ?? "").join("");
    if (error !== undefined || result?.isError === true) throw new Error(`${name}: ${error?.message ?? text}`);
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#process, "close");
    this.#process.kill();
    await closed;
  }

  #request(method: string, params: object): Promise<Message> {
    this.#lastId += 1;
    const id = this.#lastId;
    const response = Promise.withResolvers<Message>();
    this.#pending.set(id, response);
    this.#send({ id, method, params });
    return response.promise.finally(() => this.#pending.delete(id));
  }

  #send(message: object): void {
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
