// GET, PUT /notification_settings
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";

const path = "/notification_settings";

describe("the setting of everything", () => {
  test("is `participating` until it is changed, and names one's address", async () => {
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

  test("stays as it was set", async () => {
    const user = await createUser();
    await ok(user.put(path, { level: "mention" }));
    await ok(user.put(path, { level: "watch" }));
    expect(await user.get(path)).toMatchObject({ status: 200, body: { level: "watch" } });
  });

  test("can be custom, and shows its events then", async () => {
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

  test("is left as it is by a change of nothing", async () => {
    const user = await createUser();
    await ok(user.put(path, { level: "watch" }));
    expect(await user.put(path)).toMatchObject({ status: 200, body: { level: "watch" } });
  });

  test("takes the address that is one's own, in capitals, too", async () => {
    const user = await createUser();
    const notification_email = `${user.username}@EXAMPLE.com`;
    expect(await user.put(path, { notification_email })).toMatchObject({
      status: 200,
      body: { notification_email: `${user.username}@example.com` },
    });
  });

  test.for(["somebody@example.com", "", "nothing"])("takes no other address, and then no level: %j", async (email) => {
    const user = await createUser();
    expect(await user.put(path, { level: "watch", notification_email: email })).toMatchObject({
      status: 400,
      body: { message: { notification_email: ["is not an email you own"] } },
    });
    expect(await user.get(path)).toMatchObject({ body: { level: "participating" } });
  });

  test("is nobody else's", async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    await ok(user.put(path, { level: "watch" }));
    expect(await other.get(path)).toMatchObject({ status: 200, body: { level: "participating" } });
  });

  test("is for who is signed in", async () => {
    expect(await anonymous.get(path)).toMatchObject({ status: 401 });
    expect(await anonymous.put(path, { level: "watch" })).toMatchObject({ status: 401 });
  });
});
