import type { Validated } from '../../../engine/exchange/exchange.ts';
import { plainProblem, problem } from '../../../engine/problems/problem.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import type { DeliveryQueries } from '../../../engine/webhooks/delivery-queries.ts';
import type { DeliveryCriteria } from '../../../engine/webhooks/delivery-search.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { sandboxOf } from '../access/sandbox-of.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';
import { USUAL_WAIT, readTimeout } from '../parameters/wait-timeout.ts';

interface Wish extends DeliveryCriteria {
  readonly count?: number;
  readonly timeout?: string;
}

const ok = (value: unknown): Reply => ({ status: 200, headers: {}, content: jsonContent(value) });

/** The deliveries of a sandbox with all that was tried, also what the API itself does not tell. */
export const showDeliveries = (queries: DeliveryQueries): Behaviours => {
  const own = (exchange: Validated): string => sandboxOf(exchange).organization;
  return {
    listDeliveries: async (exchange) => {
      const query = exchange.input.parameters.query as ListQuery & DeliveryCriteria;
      const { limit: _limit, page: _page, sandbox: _sandbox, ...criteria } = query;
      const wanted = readWanted(query);
      const { shown, total } = await queries.page(own(exchange), criteria, wanted);
      return toListReply(shown, wanted, total);
    },
    getDelivery: async (exchange) => {
      const { id = '' } = exchange.pathParameters;
      const found = await queries.find(own(exchange), id);
      if (found !== undefined) return ok(found);
      throw problem('not-found', {
        detail: `There is no delivery ${id} in this sandbox; GET /__admin/deliveries lists those of the last 30 days.`,
      });
    },
    awaitDeliveries: async (exchange) => {
      const { count = 1, timeout = USUAL_WAIT, ...criteria } = exchange.input.body as Wish;
      const { kind, found, others } = await queries.await(own(exchange), {
        criteria,
        count,
        timeout: readTimeout(timeout),
        whenGone: (task) => exchange.request.whenGone?.(task),
      });
      if (kind === 'met') return ok({ data: found });
      if (kind === 'closed') throw problem('unavailable', { detail: 'The server is shutting down.' });
      throw plainProblem(408, {
        detail: `${String(found.length)} of ${String(count)} deliveries were there within ${timeout}.`,
        extensions: { found, cameInstead: others },
      });
    },
  };
};
