// Contents of notification mails.
import { describe, expect, test } from "vitest";
import type { MailRow } from "../../src/db/queries/notifications/mails.ts";
import { composeMail } from "../../src/notifications/compose-mail.ts";

const row: MailRow = {
  user_id: 7,
  event_id: 8,
  address: "bert@example.com",
  action: "commented",
  reason: "mentioned",
  actor_name: "Anna",
  project_id: 3,
  project_name: "Garden",
  project_path: "garden",
  namespace_path: "anna",
  target_type: "Issue",
  target_id: 40,
  iid: 12,
  title: "Water the roses",
  assignee_name: null,
  labels: "[]",
  note_id: 99,
  text: "Please, @bert.",
};

const frame = {
  from: "tributary@example.com",
  origin: "https://git.example.com",
  unsubscribeUrl: "https://git.example.com/api/v3/unsubscribe?token=t",
};

const compose = (changes: Partial<MailRow> = {}) => composeMail({ ...row, ...changes }, frame);

test("a comment is mailed as text and as HTML, from its author", () => {
  const mail = compose();
  expect(mail).toMatchObject({
    to: "bert@example.com",
    from: { name: "Anna", email: "tributary@example.com" },
    subject: "Re: Garden | Water the roses (#12)",
  });
  expect(mail.text).toBe(`Anna commented on issue #12 “Water the roses”:

Please, @bert.

-- 
You receive this mail because you were mentioned: https://git.example.com/anna/garden/issues/12#note_99
Unsubscribe: https://git.example.com/api/v3/unsubscribe?token=t`);
  expect(mail.html).toContain('<div style="white-space: pre-wrap">Please, @bert.</div>');
  expect(mail.html).toContain('<a href="https://git.example.com/api/v3/unsubscribe?token=t">');
});

test("mails of one target form a thread, have headers to filter by, and can be unsubscribed with one click", () => {
  expect(compose().headers).toEqual({
    "In-Reply-To": "<issue_40@git.example.com>",
    References: "<issue_40@git.example.com>",
    "Auto-Submitted": "auto-generated",
    "List-Unsubscribe": "<https://git.example.com/api/v3/unsubscribe?token=t>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "X-GitLab-Project": "Garden",
    "X-GitLab-Project-Id": "3",
    "X-GitLab-Project-Path": "anna/garden",
    "X-GitLab-Issue-ID": "40",
    "X-GitLab-NotificationReason": "mentioned",
  });
  expect(compose({ target_type: "MergeRequest" }).headers).toMatchObject({
    References: "<merge_request_40@git.example.com>",
    "X-GitLab-MergeRequest-ID": "40",
  });
});

test("a link without TLS is left out of the headers, because the platform refuses it", () => {
  const { headers, text } = composeMail(row, { ...frame, unsubscribeUrl: "http://localhost/u" });
  expect(Object.keys(headers).filter((name) => name.startsWith("List-"))).toEqual([]);
  expect(text).toContain("Unsubscribe: http://localhost/u");
});

test.each<[Partial<MailRow>, string, string]>([
  [{ action: "opened" }, "Garden | Water the roses (#12)", "Anna opened issue #12 “Water the roses”."],
  [{ action: "closed" }, "Re: Garden | Water the roses (#12)", "Anna closed issue #12 “Water the roses”."],
  [{ action: "reopened" }, "Re: Garden | Water the roses (#12)", "Anna reopened issue #12 “Water the roses”."],
  [
    { action: "merged", target_type: "MergeRequest" },
    "Re: Garden | Water the roses (!12)",
    "Anna merged merge request !12 “Water the roses”.",
  ],
  [
    { action: "pushed", target_type: "MergeRequest" },
    "Re: Garden | Water the roses (!12)",
    "Anna pushed new commits to merge request !12 “Water the roses”.",
  ],
  [
    { action: "reassigned", assignee_name: "Carla" },
    "Re: Garden | Water the roses (#12)",
    "Anna changed who issue #12 “Water the roses” is assigned to: Carla.",
  ],
  [
    { action: "reassigned" },
    "Re: Garden | Water the roses (#12)",
    "Anna changed who issue #12 “Water the roses” is assigned to: nobody.",
  ],
  [
    { action: "review_requested", target_type: "MergeRequest", assignee_name: "Carla" },
    "Re: Garden | Water the roses (!12)",
    "Anna requested a review of merge request !12 “Water the roses” from Carla.",
  ],
  [
    { action: "review_requested", target_type: "MergeRequest" },
    "Re: Garden | Water the roses (!12)",
    "Anna withdrew the request to review merge request !12 “Water the roses”.",
  ],
  [
    { action: "relabeled", labels: '["thorns","bug"]' },
    "Re: Garden | Water the roses (#12)",
    "Anna added labels to issue #12 “Water the roses”: bug, thorns.",
  ],
  [{ action: "relabeled" }, "Re: Garden | Water the roses (#12)", "Anna added labels to issue #12 “Water the roses”."],
])("%j", (changes, subject, sentence) => {
  const mail = compose({ text: null, note_id: null, ...changes });
  expect([mail.subject, mail.text.split("\n")[0]]).toEqual([subject, sentence]);
});

test("a project name that is not ASCII is left out of the headers", () => {
  const { headers, subject } = compose({ project_name: "Gärten" });
  expect(subject).toContain("Gärten");
  expect(headers).not.toHaveProperty("X-GitLab-Project");
});

describe("user input", () => {
  const nasty = `Evil\r\nBcc: all@example.com\u0000\u2028\u0085"<script>alert('&')</script>`;
  const mail = compose({
    title: nasty,
    actor_name: nasty,
    project_name: nasty,
    text: nasty,
    labels: JSON.stringify([nasty]),
  });

  test("cannot end a header", () => {
    const headers = [mail.subject, mail.from.name, ...Object.values(mail.headers)];
    expect(headers.filter((value) => /[\p{Cc}\u2028\u2029]/u.test(value))).toEqual([]);
    expect(mail.from.name).not.toMatch(/["<>]/);
  });

  test("cannot inject HTML", () => {
    expect(mail.html).not.toContain("<script");
    expect(mail.html).toContain("&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;");
  });
});
