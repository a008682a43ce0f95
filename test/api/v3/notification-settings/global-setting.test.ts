// GET, PUT /notification_settings
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";

const path = "/notification_settings";

describe("the global setting", () => {
  test("is `participating` by default, and shows the user's email address", async () => {
    const user = await createUser();
    const { status, body } = await user.get(path);
    expect({ status, body }).toEqual({
      status: 200,
      body: { level: "participating", notification_email: `${user.username}@example.com` },
    });
  });

  test("can be any other level than `global`", async () => {
    const user = await createUser();
    for (const level of ["disabled", "participating", "watch", "mention"]) {
      const { status, body } = await user.put(path, { level });
      const notification_email = `${user.username}@example.com`;
      expect({ status, body }).toEqual({ status: 200, body: { level, notification_email } });
    }
  });

  test("is stored", async () => {
    const user = await createUser();
    await ok(user.put(path, { level: "mention" }));
    await ok(user.put(path, { level: "watch" }));
    expect(await user.get(path)).toMatchObject({ status: 200, body: { level: "watch" } });
  });

  test("can be custom, and then shows its events", async () => {
    const user = await createUser();
    expect(await user.put(path, { level: "custom", close_issue: true })).toMatchObject({
      status: 200,
      body: { level: "custom", events: { close_issue: true, new_issue: false } },
    });
  });

  test.for(["global", "loud", "", "Watch"])("cannot be %j", async (level) => {
    const user = await createUser();
    expect(await user.put(path, { level })).toMatchObject({
      status: 400,
      body: { error: "level does not have a valid value" },
    });
  });

  test("is unchanged by an empty update", async () => {
    const user = await createUser();
    await ok(user.put(path, { level: "watch" }));
    expect(await user.put(path)).toMatchObject({ status: 200, body: { level: "watch" } });
  });

  test("accepts the user's own address, in any letter case", async () => {
    const user = await createUser();
    const notification_email = `${user.username}@EXAMPLE.com`;
    expect(await user.put(path, { notification_email })).toMatchObject({
      status: 200,
      body: { notification_email: `${user.username}@example.com` },
    });
  });

  test.for(["somebody@example.com", "", "nothing"])(
    "accepts no other address, and then keeps its level: %j",
    async (email) => {
      const user = await createUser();
      expect(await user.put(path, { level: "watch", notification_email: email })).toMatchObject({
        status: 400,
        body: { message: { notification_email: ["is not an email you own"] } },
      });
      expect(await user.get(path)).toMatchObject({ body: { level: "participating" } });
    },
  );

  test("belongs to one user", async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    await ok(user.put(path, { level: "watch" }));
    expect(await other.get(path)).toMatchObject({ status: 200, body: { level: "participating" } });
  });

  test("is 401 for anonymous callers", async () => {
    expect(await anonymous.get(path)).toMatchObject({ status: 401 });
    expect(await anonymous.put(path, { level: "watch" })).toMatchObject({ status: 401 });
  });
});
