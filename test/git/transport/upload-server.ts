// A repository that git can fetch from over HTTP, without the rest of the server: tests only the transport.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createGunzip } from "node:zlib";
import { IncomingPush } from "../../../src/git/repository/incoming-push.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { peeled } from "../../../src/git/repository/update-refs.ts";
import { advertise, type Service } from "../../../src/git/transport/advertise.ts";
import { uploadPack } from "../../../src/git/transport/upload-pack.ts";
import { run } from "../../support/programs.ts";
import type { GitFolder } from "../git-folder.ts";
import { inChunks } from "../pack/memory-store.ts";

export const versions = [0, 1, 2] as const;
export type Version = (typeof versions)[number];

/** Responds to fetches. */
interface Uploader {
  advertise(service: Service, version: Version): Promise<Uint8Array>;
  upload(body: AsyncIterable<Uint8Array>, version: Version): Promise<AsyncIterable<Uint8Array>>;
}

const ours = (repository: Repository): Uploader => ({
  advertise: async (service, version) => advertise(repository, service, version),
  upload: (body, version) => uploadPack(repository, body, version),
});

/** Git's own upload-pack, as a web server runs it. */
const gits = (folder: GitFolder): Uploader => ({
  async advertise(service, version) {
    const refs = await uploadPackOfGit(folder, version, ["--http-backend-info-refs"], []);
    return version === 2 ? refs : Buffer.concat([Buffer.from(`001e# service=${service}\n0000`), refs]);
  },
  async upload(body, version) {
    const chunks = await Array.fromAsync(body);
    return inChunks(await uploadPackOfGit(folder, version, [], chunks), 65536);
  },
});

async function uploadPackOfGit(
  { path }: GitFolder,
  version: Version,
  options: readonly string[],
  input: readonly Uint8Array[],
): Promise<Buffer> {
  const command = ["-c", "uploadpack.allowAnySHA1InWant=true", "upload-pack", "--stateless-rpc", ...options, path];
  const environment = { GIT_CONFIG_NOSYSTEM: "1", GIT_PROTOCOL: `version=${version}` };
  const { stdout } = await run("git", command, { cwd: path, environment, input: Buffer.concat(input) });
  return stdout;
}

/** Git's smart HTTP, for fetching. */
export class UploadServer {
  readonly #uploader: Uploader;
  readonly #server: Server;
  /** The latest response to a fetch. */
  lastResponse: Buffer = Buffer.alloc(0);
  /** What happens when the response to a fetch is determined, and none of it has been read. */
  beforeSending: () => Promise<void> = async () => {};

  private constructor(uploader: Uploader) {
    this.#uploader = uploader;
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  static start = (repository: Repository): Promise<UploadServer> => UploadServer.#listen(ours(repository));

  /** Serves git's own responses, for comparison. */
  static startOfGit = (folder: GitFolder): Promise<UploadServer> => UploadServer.#listen(gits(folder));

  static async #listen(uploader: Uploader): Promise<UploadServer> {
    const server = new UploadServer(uploader);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/repository.git`;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const version = versionOf(request);
    if (pathname.endsWith("/info/refs")) {
      const service: Service =
        searchParams.get("service") === "git-receive-pack" ? "git-receive-pack" : "git-upload-pack";
      response.setHeader("content-type", `application/x-${service}-advertisement`);
      response.end(await this.#uploader.advertise(service, version));
      return;
    }
    response.setHeader("content-type", "application/x-git-upload-pack-result");
    const body = request.headers["content-encoding"] === "gzip" ? request.pipe(createGunzip()) : request;
    const chunks: Uint8Array[] = [];
    const answer = await this.#uploader.upload(body, version);
    await this.beforeSending();
    for await (const chunk of answer) {
      chunks.push(chunk);
      response.write(chunk);
    }
    this.lastResponse = Buffer.concat(chunks);
    response.end();
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen");
  return address.port;
}

function versionOf(request: IncomingMessage): Version {
  const header = String(request.headers["git-protocol"] ?? "");
  return header.includes("version=2") ? 2 : header.includes("version=1") ? 1 : 0;
}

/** Makes the repository's refs equal to the folder's, including refs that cannot be pushed, and adds their objects. */
export async function mirror(folder: GitFolder, repository: Repository): Promise<void> {
  const { refs } = repository;
  const theirs = new Map(refsOf(folder).map((line) => [line.slice(41), line.slice(0, 40)]));
  const before = refs.list();
  await push(folder, repository, [...theirs.values(), ...before.map(({ oid }) => `^${oid}`)]);
  repository.sql.transaction(() => {
    for (const [name, oid] of theirs) refs.set({ name, oid, peeled: peeled(repository, oid) });
    for (const { name } of before) if (!theirs.has(name)) refs.delete(name);
    if (refs.head === null) refs.setHead("refs/heads/main");
  });
}

/** Adds objects without refs. @param revisions as for `git rev-list` */
export async function push(folder: GitFolder, repository: Repository, revisions: readonly string[]): Promise<void> {
  const input = revisions.map((line) => `${line}\n`).join("");
  const pack = folder.git(["pack-objects", "--stdout", "--revs", "--thin", "--delta-base-offset", "-q"], input);
  const incoming = IncomingPush.begin(repository);
  await incoming.receive(inChunks(pack, 65536));
  repository.sql.transaction(() => incoming.accept());
}

/** Lines `OID NAME`, sorted by name. */
export const refsOf = (folder: GitFolder): string[] =>
  folder.git(["for-each-ref", "--format=%(objectname) %(refname)"]).toString().split("\n").filter(Boolean);

export const rev = (folder: GitFolder, revision: string): string =>
  folder.git(["rev-parse", "--verify", revision]).toString().trim();
