import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { jsonContent } from '../../../kernel/http.ts';
import type { Capsules } from '../../../control/capsule/make-capsule.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';

/** Capsules of a sandbox: what happened in it, as one file. */
export const manageCapsules = (capsules: Capsules): Behaviours => ({
  startCapsule: async (exchange) => {
    sandboxOf(exchange);
    const { beganAt } = await capsules.start(ownerOf(exchange));
    return { status: 200, headers: {}, content: jsonContent({ recordingSince: toIsoDateTime(beganAt) }) };
  },
  getCapsule: async (exchange) => {
    const capsule = await capsules.make(ownerOf(exchange), sandboxOf(exchange));
    return {
      status: 200,
      headers: { 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="capsule.json"' },
      content: jsonContent(capsule),
    };
  },
  endCapsule: (exchange) => {
    sandboxOf(exchange);
    capsules.end(ownerOf(exchange));
    return { status: 204, headers: {} };
  },
});
