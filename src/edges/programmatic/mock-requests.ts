import { USUAL_COUNT, USUAL_WAIT } from '../../kernel/wait-until.ts';
import type { RecordedRequests } from '../../engine/journal/recorded-requests.ts';
import type { Criteria } from '../../engine/journal/criteria.ts';
import type { Exchange, WholeExchange } from '../../generated/control-schemas.ts';
import type { Hold } from './mock-scenarios.ts';
import { parseDuration } from '../../kernel/duration.ts';

/** The journal of a sandbox: the journal calls of the control API, without HTTP. */
export interface MockRequests {
  /** Newest first. */
  readonly list: (criteria?: Criteria, sandbox?: string) => Promise<readonly Exchange[]>;
  /** Oldest first, with headers and bodies but without credentials. */
  readonly find: (criteria?: Criteria, sandbox?: string) => Promise<readonly WholeExchange[]>;
  readonly count: (criteria?: Criteria, sandbox?: string) => Promise<number>;
  /**
   * Resolves with the matching exchanges, oldest first; after the timeout, rejects with an error that lists the others.
   *
   * @example await mock.requests.await({ operation: 'createOrder', count: 2 });
   */
  readonly await: (wish: RequestFilter, sandbox?: string) => Promise<readonly WholeExchange[]>;
  /** Clears the journal. */
  readonly clear: (sandbox?: string) => void;
}

export interface RequestFilter extends Criteria {
  /** Default: 1. */
  readonly count?: number;
  /** An ISO 8601 duration in real time. Default: PT5S. */
  readonly timeout?: string;
}

export const createMockRequests = ({
  requests,
  organizationOf,
  hold,
}: {
  readonly requests: Pick<RecordedRequests, 'list' | 'find' | 'count' | 'await' | 'forget'>;
  /** UUID of a sandbox's organization; of the first one if undefined. */
  readonly organizationOf: (sandbox: string | undefined) => string | undefined;
  readonly hold: Hold;
}): MockRequests => ({
  list: (criteria = {}, sandbox) => hold(sandbox, () => requests.list(organizationOf(sandbox), criteria, Infinity)),
  find: (criteria = {}, sandbox) => hold(sandbox, () => requests.find(organizationOf(sandbox), criteria, Infinity)),
  count: (criteria = {}, sandbox) => hold(sandbox, () => requests.count(organizationOf(sandbox), criteria)),
  await: async ({ count = USUAL_COUNT, timeout = USUAL_WAIT, ...criteria }, sandbox) => {
    const wish = { criteria, count, timeout: parseDuration(timeout) };
    const outcome = await hold(sandbox, () => requests.await(organizationOf(sandbox), wish));
    if (outcome.kind === 'met') return outcome.found;
    throw new Error(complaint(outcome, count, timeout));
  },
  clear: (sandbox) => {
    requests.forget(organizationOf(sandbox));
  },
});

type Unmet = Awaited<ReturnType<RecordedRequests['await']>>;

const complaint = ({ kind, found, others }: Unmet, count: number, timeout: string): string => {
  if (kind === 'closed') return 'the mock was closed while waiting for requests';
  const instead = others.map(
    ({ method, path, status, difference: { at, expected, actual } }) =>
      `\n  ${method} ${path} (${String(status)}): ${at}: expected ${expected}, but ${actual}`,
  );
  return `${String(found.length)} of ${String(count)} requests came within ${timeout}${instead.length === 0 ? '; nothing else came' : `; what came instead:${instead.join('')}`}`;
};
