// Loopback ports.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Failure } from "./failure.ts";

/** A port nobody listens on just now. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/**
 * Says at once, before seconds of building, that a port cannot be had. 0 always can.
 *
 * @throws Failure when the port is taken or not allowed
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

// a TCP server that listens has no other form of address
function addressOf(address: string | AddressInfo | null): AddressInfo {
  return address as AddressInfo;
}
