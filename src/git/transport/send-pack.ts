// A pack on its way to the client.
import { writePack } from "../pack/write-pack.ts";
import { flushPacket, type SidebandKind, sideband } from "../protocol/pkt-line.ts";
import type { OutgoingObjects } from "./outgoing-objects.ts";

/** @param band null for a pack without bands, which ends the answer */
export function* sendPack({ count, objects }: OutgoingObjects, band: SidebandKind | null): Generator<Uint8Array> {
  for (const chunk of writePack(count, objects)) yield band === null ? chunk : sideband(1, chunk, band);
  if (band !== null) yield flushPacket();
}

/** The pack behind what was said before. */
export function* following(said: readonly Uint8Array[], pack: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield* said;
  yield* pack;
}
