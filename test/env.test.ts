// The Worker's settings: what is wrong is named.
import { expect, test } from "vitest";
import { parseEnvironment } from "../src/env.ts";

const bindings = { DB: {}, REPOSITORIES: {}, COURIERS: {}, NOTIFIERS: {} };

test.each([
  ["https://git.example.com", "https://git.example.com"],
  ["https://Git.example.com/", "https://git.example.com"],
  ["http://127.0.0.1:8787", "http://127.0.0.1:8787"],
])("EXTERNAL_URL %s is taken as %s", (EXTERNAL_URL, taken) => {
  expect(parseEnvironment({ ...bindings, EXTERNAL_URL }).EXTERNAL_URL).toBe(taken);
});

test("GLOBAL_READS is refused for libSQL, whose replicas have no bookmarks", () => {
  const libsql = { ...bindings, LIBSQL_URL: "http://127.0.0.1:8080", GLOBAL_READS: "true" };
  expect(() => parseEnvironment(libsql)).toThrow("GLOBAL_READS works with D1 only");
});

test("a REPOSITORY_PLACEMENT that is no location is refused", () => {
  expect(() => parseEnvironment({ ...bindings, REPOSITORY_PLACEMENT: "moon" })).toThrow("REPOSITORY_PLACEMENT");
});

test.each(["-1", "1.5", "a minute", "100000"])("EDGE_CACHE_SECONDS %s is refused", (EDGE_CACHE_SECONDS) => {
  expect(() => parseEnvironment({ ...bindings, EDGE_CACHE_SECONDS })).toThrow("EDGE_CACHE_SECONDS");
});

test.each(["git.example.com", "ftp://git.example.com", "https://git.example.com/path", "https://user@git.example.com"])(
  "EXTERNAL_URL %s is refused",
  (EXTERNAL_URL) => {
    expect(() => parseEnvironment({ ...bindings, EXTERNAL_URL })).toThrow("EXTERNAL_URL");
  },
);
