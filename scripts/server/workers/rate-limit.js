// The rate limiting binding of a local server. Counters begin anew with each period of the clock.
import { WorkerEntrypoint } from "cloudflare:workers";

/** Counters of the current period, by namespace. */
const namespaces = new Map();

function countersOf(namespace, period) {
  const now = Math.floor(Date.now() / (period * 1_000));
  const known = namespaces.get(namespace);
  if (known?.period === now) return known.counters;
  const counters = new Map();
  namespaces.set(namespace, { period: now, counters });
  return counters;
}

export default class RateLimit extends WorkerEntrypoint {
  limit({ key }) {
    const { namespace, limit, period } = this.ctx.props;
    const counters = countersOf(namespace, period);
    const count = counters.get(key) ?? 0;
    if (count >= limit) return { success: false };
    counters.set(key, count + 1);
    return { success: true };
  }
}
