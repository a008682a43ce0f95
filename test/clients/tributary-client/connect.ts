// A client of the server under test, for a user of its own.
import { ApiError, createClient, type TributaryClient } from "tributary-client";
import { type Actor, createUser } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";

export const clientOf = ({ token }: Pick<Actor, "token">): TributaryClient =>
  createClient({ url: baseUrl, token: token ?? undefined });

export async function connect(): Promise<{ user: Actor; client: TributaryClient }> {
  const user = await createUser();
  return { user, client: clientOf(user) };
}

/** The error that the call throws. @throws Error if it does not */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`The call ended with ${error}.`);
  return error;
}
