// Finds and checks loopback ports.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Failure } from "./failure.ts";

export const LAST_PORT = 65_535;

/** A port that is free at the moment. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/** The first port from this one on that is free at the moment. @throws Failure if none is */
export async function firstFreePort(from: number): Promise<number> {
  for (let port = from; port <= LAST_PORT; port += 1) {
    try {
      return await listenOnce(port);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    }
  }
  throw new Failure(`No port from ${from} on is free: choose one with PORT.`);
}

/**
 * Checks the port before the build, which takes seconds. Port 0 is always free.
 *
 * @throws Failure if the port is taken or not permitted
 */
export async function assertPortFree(port: number): Promise<void> {
  try {
    await listenOnce(port);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "EADDRINUSE") throw portTaken(port);
    if (error.code === "EACCES")
      throw new Failure(`Port ${port} may not be opened by this user: choose another with PORT.`);
    throw error;
  }
}

export function portTaken(port: number): Failure {
  return new Failure(`Port ${port} is already in use: end what listens there, or choose another with PORT.`);
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: given } = addressOf(server.address());
  server.close();
  await once(server, "close");
  return given;
}

/** The address of a listening TCP server always has this form. */
function addressOf(address: string | AddressInfo | null): AddressInfo {
  return address as AddressInfo;
}
