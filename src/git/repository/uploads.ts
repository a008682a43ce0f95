// Files that the project's texts link to, and those of its packages. They are beside git's objects, so that no clone and no
// fork gets them.
import type { Repository } from "./repository.ts";

export interface Upload {
  /** 32 hexadecimal digits: the part of the address that nobody guesses. */
  readonly secret: string;
  readonly name: string;
}

/** Null for what was uploaded before this was stored, and for what was imported. */
interface Origin {
  readonly user_id: number | null;
  /** ISO 8601 with milliseconds. */
  readonly created_at: string | null;
}

export interface StoredUpload extends Upload, Origin {
  readonly id: number;
  /** Bytes. */
  readonly size: number;
}

export type UploadKey = Upload | { readonly id: number };

/** Bytes of a row: a row has at most 2 MB. */
const CHUNK = 1024 * 1024;

/** Limits of one project. */
const MOST_UPLOADS = 10_000;
const MOST_BYTES = 1024 ** 3;

/** In the order of their creation. */
export const listUploads = ({ sql }: Repository): StoredUpload[] =>
  sql.rows<StoredUpload>("select * from uploads order by id");

/** The version digit of the UUID that a secret is, see services/uploads/name.ts. */
const isOfTexts = "substr(secret, 13, 1) <> '8'";

/** Newest first, with the number of all. Without files of packages, which have a list of their own. */
export const pageOfUploads = ({ sql }: Repository, limit: number, offset: number) => ({
  rows: sql.rows<StoredUpload>(
    `select * from uploads where ${isOfTexts} order by id desc limit +? offset +?`,
    ...[limit, offset],
  ),
  total: sql.first<{ count: number }>(`select count(*) as count from uploads where ${isOfTexts}`)?.count ?? 0,
});

/** The part of its limits up to which a project stores what other users than its members upload. */
const OPEN_PART = 0.5;

/** Null beyond the limits of a project. */
export const addUpload = (
  repository: Repository,
  upload: Upload,
  content: Uint8Array,
  origin: Origin & { readonly isByMember: boolean },
): StoredUpload | null =>
  repository.sql.transaction(() => {
    const added = store(repository, upload, content, origin, origin.isByMember ? 1 : OPEN_PART);
    if (added !== null) repository.outbox.add({ kind: "uploaded" });
    repository.operation?.record();
    return added;
  });

/** As {@link addUpload}, without an event. */
export const importUpload = (repository: Repository, upload: Upload, content: Uint8Array): StoredUpload | null =>
  repository.sql.transaction(() => store(repository, upload, content, { user_id: null, created_at: null }));

/** A known secret keeps what it has, so that an import can be repeated. @param part of the project's limits */
function store(
  repository: Repository,
  { secret, name }: Upload,
  content: Uint8Array,
  { user_id, created_at }: Origin,
  part = 1,
): StoredUpload | null {
  const { sql } = repository;
  const known = findUpload(repository, secret);
  if (known !== null) return known;
  const all = sql.first<{ count: number; bytes: number }>(
    "select count(*) as count, total(size) as bytes from uploads",
  );
  if (all === null || all.count >= part * MOST_UPLOADS || all.bytes + content.length > part * MOST_BYTES) return null;
  sql.run(
    "insert into uploads (secret, name, size, user_id, created_at) values (?, ?, ?, ?, ?)",
    ...[secret, name, content.length, user_id, created_at],
  );
  const added = findUpload(repository, secret);
  if (added === null) throw new Error("An upload does not exist after it was added");
  for (let at = 0; at < content.length; at += CHUNK) {
    sql.run("insert into upload_chunks values (?, ?, ?)", added.id, at / CHUNK, content.subarray(at, at + CHUNK));
  }
  return added;
}

/** Removes uploads, those that exist. */
export const removeUploads = ({ sql, outbox }: Repository, secrets: readonly string[]): void =>
  sql.transaction(() => {
    for (const secret of secrets) {
      sql.run("delete from upload_chunks where upload = (select id from uploads where secret = ?)", secret);
      sql.run("delete from uploads where secret = ?", secret);
    }
    if (secrets.length > 0) outbox.add({ kind: "uploaded" });
  });

const findUpload = ({ sql }: Repository, secret: string): StoredUpload | null =>
  sql.first<StoredUpload>("select * from uploads where secret = ?", secret);

/** Null also if the file of this secret has another name. By id, files of packages are not found. */
function findByKey(repository: Repository, key: UploadKey): StoredUpload | null {
  if ("id" in key) {
    return repository.sql.first<StoredUpload>(`select * from uploads where id = ? and ${isOfTexts}`, key.id);
  }
  const upload = findUpload(repository, key.secret);
  return upload?.name === key.name ? upload : null;
}

export interface UploadedFile extends Upload {
  readonly content: Uint8Array;
}

/** Null if there is none. */
export function readUpload(repository: Repository, key: UploadKey): UploadedFile | null {
  const upload = findByKey(repository, key);
  if (upload === null) return null;
  const content = new Uint8Array(upload.size);
  const chunks = repository.sql.rows<{ data: ArrayBuffer }>(
    "select data from upload_chunks where upload = ? order by seq",
    upload.id,
  );
  for (const [index, { data }] of chunks.entries()) content.set(new Uint8Array(data), index * CHUNK);
  return { secret: upload.secret, name: upload.name, content };
}

/** False if there is none. */
export const deleteUpload = (repository: Repository, key: UploadKey): boolean =>
  repository.sql.transaction(() => {
    const upload = findByKey(repository, key);
    if (upload === null) return false;
    repository.sql.run("delete from upload_chunks where upload = ?", upload.id);
    repository.sql.run("delete from uploads where id = ?", upload.id);
    repository.outbox.add({ kind: "uploaded" });
    return true;
  });
