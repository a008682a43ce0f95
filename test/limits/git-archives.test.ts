// Archives built to be large: other requests are served meanwhile, and the work is bounded.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { fileMode } from "../../src/git/objects/tree.ts";
import { api } from "../support/api.ts";
import { besideOthers, LONGEST_ANSWER, LONGEST_WAIT } from "./measured.ts";
import { file, PackedObjects, type PushedProject, pushObjects } from "./packed-objects.ts";

const formats = ["tar.gz", "tar", "zip"];

/** Size in bytes of an archive of the branch `main`, downloaded without a token. */
async function download(repository: string, format: string): Promise<{ status: number; length: number; text: string }> {
  const response = await fetch(`${api}${repository}/archive.${format}?sha=main`);
  const { status } = response;
  if (status !== 200 || response.body === null) return { status, length: 0, text: await response.text() };
  let length = 0;
  for await (const chunk of response.body) length += chunk.length;
  return { status, length, text: "" };
}

test.for(formats)("a billion files in ten small trees are refused as a %s archive", async (format) => {
  const objects = new PackedObjects();
  const pushed = await pushObjects(objects, { main: objects.commit(objects.treeBomb(9, "x\n")) });
  const { answer, took, slowest } = await besideOthers(pushed, () => download(pushed.repository, format));
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toEqual({
    message: "The archive would have more than 100000 entries or 1 GB; clone the repository instead",
  });
  expect(took).toBeLessThan(LONGEST_ANSWER);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test("so are a hundred paths to one file of 20 MB", async () => {
  const objects = new PackedObjects();
  const pushed = await pushObjects(objects, { main: objects.commit(objects.treeBomb(2, Buffer.alloc(20_000_000))) });
  const { answer, took, slowest } = await besideOthers(pushed, () => download(pushed.repository, "tar.gz"));
  expect(answer.status).toBe(400);
  expect(took).toBeLessThan(LONGEST_ANSWER);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

test.for(formats)("99,999 files and folders delay no other request while they become a %s archive", async (format) => {
  const objects = new PackedObjects();
  const bomb = objects.treeBomb(4, "x\n");
  const folders = Array.from({ length: 9 }, (_, index) => ({ mode: fileMode.tree, name: `${index}`, oid: bomb }));
  const pushed = await pushObjects(objects, { main: objects.commit(objects.tree(folders)) });
  const { answer, slowest } = await besideOthers(pushed, () => download(pushed.repository, format));
  expect(answer.status).toBe(200);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});

/** Fifteen times a file of 20 MB that compresses to a third. */
async function largeFiles(): Promise<PushedProject> {
  const objects = new PackedObjects();
  const words = Array.from(new Uint16Array(randomBytes(6_000_000).buffer), (number) => number % 5_000);
  const oid = objects.blob(words.join(" ").padEnd(20_000_000).slice(0, 20_000_000));
  const entries = Array.from({ length: 15 }, (_, index) => file(`file${index}`, oid));
  return await pushObjects(objects, { main: objects.commit(objects.tree(entries)) });
}

test.for(formats)("300 MB delay no other request while they become a %s archive", async (format) => {
  const pushed = await largeFiles();
  const { answer, slowest } = await besideOthers(pushed, () => download(pushed.repository, format));
  expect(answer.status).toBe(200);
  expect(slowest).toBeLessThan(LONGEST_WAIT);
});
