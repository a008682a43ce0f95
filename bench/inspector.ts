// A client of V8's inspector for the isolates of a local server, and the heap of its Worker.

interface Target {
  readonly id: string;
  readonly webSocketDebuggerUrl: string;
}

/** A connection to the inspector of one isolate. */
export class InspectorSession {
  /** The isolate. */
  readonly name: string;
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(name: string, socket: WebSocket) {
    this.name = name;
    this.#socket = socket;
  }

  static async open({ id, webSocketDebuggerUrl }: Target): Promise<InspectorSession> {
    const socket = new WebSocket(webSocketDebuggerUrl);
    await new Promise((opened, failed) => {
      socket.addEventListener("open", opened);
      socket.addEventListener("error", () => failed(new Error(`The inspector at ${socket.url} does not respond`)));
    });
    return new InspectorSession(id, socket);
  }

  call(method: string, params: object = {}): Promise<unknown> {
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
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}

/** The isolates of a server: the Worker with its Durable Objects, and those of the local platform, such as D1's. */
export async function inspectorTargets(inspector: URL): Promise<Target[]> {
  const targets: unknown = await (await fetch(`http://${inspector.host}/json`)).json();
  return targets as Target[];
}

/** Measures the heap of the Worker's isolate, which also runs the Durable Objects. */
export class Inspector {
  readonly #session: InspectorSession;
  readonly #worker: URL;

  private constructor(session: InspectorSession, worker: URL) {
    this.#session = session;
    this.#worker = worker;
  }

  static async connect(inspector: URL, worker: URL): Promise<Inspector> {
    const target = (await inspectorTargets(inspector)).find(({ id }) => /^(core:user:)?tributary$/.test(id));
    if (target === undefined) throw new Error("The inspector does not know the Worker");
    return new Inspector(await InspectorSession.open(target), worker);
  }

  async collectGarbage(): Promise<void> {
    let isDone = false;
    const collected = this.#session.call("HeapProfiler.collectGarbage").then(() => {
      isDone = true;
    });
    // An idle isolate postpones the collection: requests keep it busy.
    while (!isDone) await Promise.race([collected, fetch(this.#worker).then((response) => response.text())]);
  }

  /** Bytes of the JavaScript heap and of the buffers it holds. */
  async retainedBytes(): Promise<number> {
    return heapBytes(await this.#session.call("Runtime.getHeapUsage"));
  }

  close(): void {
    this.#session.close();
  }
}

function heapBytes(usage: unknown): number {
  const { usedSize, backingStorageSize = 0 } = usage as { usedSize: number; backingStorageSize?: number };
  return usedSize + backingStorageSize;
}
