import type { RecordedRequests } from '../../../control/observation/recorded-requests.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Criteria } from '../../../engine/journal/criteria.ts';
import { plainProblem, problem } from '../../../engine/problems/problem.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';
import { USUAL_WAIT, readTimeout } from '../parameters/wait-timeout.ts';

/** What `find`, `count` and `await` take. */
interface Question extends Criteria {
  readonly limit?: number;
  readonly count?: number;
  readonly timeout?: string;
}

type Filters = Pick<Criteria, 'operation' | 'status' | 'clientId' | 'client' | 'since'>;

const ok = (value: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers,
  content: jsonContent(value),
});

const organizationOf = ({ caller }: Validated): string | undefined => caller?.organization?.uuid;

const USUAL_FOUND = 20;
/** An export is of everything, unless something else is asked for. */
const USUAL_EXPORTED = 1000;

/** The journal as the caller's organization may see it. */
export const showJournal = (requests: RecordedRequests): Behaviours => {
  const readList = ({ input }: Validated): { readonly criteria: Criteria; readonly query: ListQuery } => {
    const query = input.parameters.query as ListQuery & Filters;
    const { limit: _limit, page: _page, sandbox: _sandbox, ...criteria } = query;
    return { criteria, query };
  };

  const idIn = ({ pathParameters }: Validated): string => pathParameters['id'] ?? '';

  return {
    listRequests: async (exchange) => {
      const { criteria, query } = readList(exchange);
      const wanted = readWanted(query);
      const { shown, total } = await requests.page(organizationOf(exchange), criteria, wanted);
      return toListReply(shown, wanted, total);
    },
    exportRequests: async (exchange) => {
      const { criteria, query } = readList(exchange);
      const { origin } = exchange.request;
      const options = { limit: query.limit ?? USUAL_EXPORTED, origin };
      return ok(await requests.export(organizationOf(exchange), criteria, options), {
        'content-disposition': 'attachment; filename="requests.har"',
      });
    },
    deleteRequests: (exchange) => {
      requests.forget(organizationOf(exchange));
      return { status: 204, headers: {} };
    },
    findRequests: async (exchange) => {
      const { limit = USUAL_FOUND, ...criteria } = exchange.input.body as Question;
      return ok({ data: await requests.find(organizationOf(exchange), criteria, limit) });
    },
    countRequests: async (exchange) =>
      ok({ count: await requests.count(organizationOf(exchange), exchange.input.body as Question) }),
    awaitRequests: async (exchange) => {
      const { timeout = USUAL_WAIT, count = 1, limit: _limit, ...criteria } = exchange.input.body as Question;
      const { kind, found, others } = await requests.await(organizationOf(exchange), {
        criteria,
        count,
        timeout: readTimeout(timeout),
        whenGone: (task) => exchange.request.whenGone?.(task),
      });
      if (kind === 'met') return ok({ data: found });
      if (kind === 'closed') throw problem('unavailable', { detail: 'The server is shutting down.' });
      throw plainProblem(408, {
        detail: `${String(found.length)} of ${String(count)} requests came within ${timeout}.`,
        extensions: { found, cameInstead: others },
      });
    },
    getRequest: (exchange) => ok(requests.show(organizationOf(exchange), idIn(exchange))),
    explainRequest: (exchange) => ok(requests.explain(organizationOf(exchange), idIn(exchange))),
  };
};
