// The response with a pack.
import { writePack } from "../pack/write-pack.ts";
import { flushPacket, type SidebandKind, sideband } from "../protocol/pkt-line.ts";
import type { OutgoingObjects } from "./outgoing-objects.ts";

/** @param band null for a pack without side-band, which ends the response */
export function* sendPack({ count, objects }: OutgoingObjects, band: SidebandKind | null): Generator<Uint8Array> {
  for (const chunk of writePack(count, objects)) yield band === null ? chunk : sideband(1, chunk, band);
  if (band !== null) yield flushPacket();
}

/** Sends the pack after the preceding lines. */
export function* withPrefix(prefix: readonly Uint8Array[], pack: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield* prefix;
  yield* pack;
}
