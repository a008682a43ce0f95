// Measures the heap of a local server's Worker.

/** A client of V8's inspector for the Worker's isolate, which also runs the Durable Objects. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #worker: URL;
  #lastId = 0;

  private constructor(socket: WebSocket, worker: URL) {
    this.#socket = socket;
    this.#worker = worker;
  }

  static async connect(inspector: URL, worker: URL): Promise<Inspector> {
    const targets: unknown = await (await fetch(`http://${inspector.host}/json`)).json();
    const socket = new WebSocket(addressOfWorker(targets));
    await new Promise((opened, failed) => {
      socket.addEventListener("open", opened);
      socket.addEventListener("error", () => failed(new Error(`The inspector at ${socket.url} does not respond`)));
    });
    return new Inspector(socket, worker);
  }

  async collectGarbage(): Promise<void> {
    let isDone = false;
    const collected = this.#call("HeapProfiler.collectGarbage").then(() => {
      isDone = true;
    });
    // An idle isolate postpones the collection: requests keep it busy.
    while (!isDone) await Promise.race([collected, fetch(this.#worker).then((response) => response.text())]);
  }

  /** Bytes of the JavaScript heap and of the buffers it holds. */
  async retainedBytes(): Promise<number> {
    return heapBytes(await this.#call("Runtime.getHeapUsage"));
  }

  close(): void {
    this.#socket.close();
  }

  #call(method: string): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const onMessage = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        this.#socket.removeEventListener("message", onMessage);
        resolve(message.result);
      };
      this.#socket.addEventListener("message", onMessage);
      this.#socket.send(JSON.stringify({ id, method }));
    });
  }
}

function addressOfWorker(targets: unknown): string {
  const all = targets as { id: string; webSocketDebuggerUrl: string }[];
  const worker = all.find(({ id }) => /^(core:user:)?tributary$/.test(id));
  if (worker === undefined) throw new Error("The inspector does not know the Worker");
  return worker.webSocketDebuggerUrl;
}

function heapBytes(usage: unknown): number {
  const { usedSize, backingStorageSize = 0 } = usage as { usedSize: number; backingStorageSize?: number };
  return usedSize + backingStorageSize;
}
