// The order in which git goes through its hash tables of paths: among equal choices, the first one met there wins.
import type { ByteString } from "../objects/byte-string.ts";

const firstSlots = 64;
const growth = 4;

/** @param paths different ones, in the order in which git puts them there */
export function inTableOrder(paths: readonly ByteString[]): ByteString[] {
  let slots = firstSlots;
  let order: ByteString[] = [];
  for (const path of paths) {
    order.push(path);
    if (order.length <= Math.floor((slots * 80) / 100)) continue;
    order = inSlots(order, slots);
    slots *= growth;
  }
  return inSlots(order, slots);
}

/** Slot by slot; in each the last one put there comes first. */
function inSlots(paths: readonly ByteString[], slots: number): ByteString[] {
  const table = Map.groupBy(paths, (path) => hashOf(path) & (slots - 1));
  return [...table].sort(([one], [other]) => one - other).flatMap(([, inSlot]) => inSlot.reverse());
}

function hashOf(path: ByteString): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index++) hash = Math.imul(hash, 0x01000193) ^ path.charCodeAt(index);
  return hash >>> 0;
}
