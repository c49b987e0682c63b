import { problem } from '../../../engine/problems/problem.ts';
import type { DeliveryQueries } from '../../../engine/webhooks/delivery-queries.ts';
import { toAwaitOutcome } from '../behaviour/await-outcome.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { readWanted, toListOutcome } from '../parameters/list-page.ts';
import { USUAL_WAIT, readTimeout } from '../parameters/wait-timeout.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** The deliveries of a sandbox with all attempts, including details that the API itself does not show. */
export const showDeliveries = (queries: DeliveryQueries) =>
  defineBehaviours({
    listDeliveries: async ({ sandbox, query }) => {
      const { limit: _limit, page: _page, sandbox: _sandbox, ...criteria } = query;
      const wanted = readWanted(query);
      const { shown, total } = await queries.page(sandbox.organization, criteria, wanted);
      return toListOutcome(shown, wanted, total);
    },
    getDelivery: async ({ sandbox, path: { id } }) => {
      const found = await queries.find(sandbox.organization, id);
      if (found !== undefined) return ok(found);
      throw problem('not-found', {
        detail: `There is no delivery ${id} in this sandbox; GET /__admin/deliveries lists those of the last 30 days.`,
      });
    },
    awaitDeliveries: async ({ sandbox, body: { count = 1, timeout = USUAL_WAIT, ...criteria }, whenGone }) => {
      const wait = { criteria, count, timeout: readTimeout(timeout), whenGone };
      const awaited = await queries.await(sandbox.organization, wait);
      return toAwaitOutcome(awaited, { count, timeout, arrived: 'deliveries were there' });
    },
  });
