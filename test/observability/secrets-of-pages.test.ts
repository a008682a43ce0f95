// Secrets that a page shows once are not in the log.
import { afterEach, expect, test, vi } from "vitest";
import { startLocalWorker } from "../support/runtime/worker.ts";

const ROOT_TOKEN = "root-token-of-the-pages";
const origin = "https://host.test";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the log contains no session, access token or signing secret", async () => {
  const worker = await startLocalWorker({ ROOT_TOKEN, LOG_REQUESTS: "true" });
  const lines: string[] = [];
  for (const method of ["debug", "error", "info", "log", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      lines.push(parts.map(String).join(" "));
    });
  }
  const cookies = new Map<string, string>();
  const fetch = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await worker.fetch(
      new Request(origin + path, { ...init, headers: { accept: "text/html", cookie } }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response.text();
  };
  const submit = async (page: string, fields: Record<string, string>) => {
    const authenticity_token = /name="authenticity_token" value="([^"]*)"/.exec(await fetch(page))?.[1] ?? "";
    return fetch(page, { method: "POST", body: new URLSearchParams({ authenticity_token, ...fields }) });
  };
  await submit("/-/sign_in", { token: ROOT_TOKEN });
  const created = await submit("/-/profile/personal_access_tokens", { name: "laptop", scope_api: "true" });
  const hook = await submit("/-/admin/hooks", { url: "https://receiver.example/", token: "token-of-the-hook" });
  const secrets = {
    session: cookies.get("__Host-tributary_session") ?? "",
    token: /trb_[0-9A-Za-z]{36}/.exec(created)?.[0] ?? "",
    signing: /whsec_[^"]{20,}/.exec(hook)?.[0] ?? "",
    root: ROOT_TOKEN,
    hook: "token-of-the-hook",
  };
  expect(Object.values(secrets).every((secret) => secret.length > 10)).toBe(true);
  const logged = Object.entries(secrets).filter(([, secret]) => lines.some((line) => line.includes(secret)));
  expect([lines.length > 5, logged]).toEqual([true, []]);
});
