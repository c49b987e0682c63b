import type { ExchangeSummary, Observer } from '../../engine/ports/ports.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import type { Collectors } from './collectors.ts';

/**
 * Label sets of requests that are kept apart: a description may have thousands of operations, and a scenario may send any
 * status. Further ones are counted together.
 */
const MOST_KEPT_APART = 280;

const OTHER = 'other';

/** Routes outside the engine name themselves as the source of their responses. */
const ROUTES = ['console', 'descriptions', 'identity', 'inbox'] as const;

const SURFACES = ['api', 'control', ...ROUTES, OTHER] as const;

type Surface = (typeof SURFACES)[number];

interface Series {
  readonly labels: Readonly<Record<'surface' | 'operation' | 'status' | 'source', string | number>>;
  value: number;
}

/**
 * Counts what is logged, by names of the descriptions: no label is a text that a client chose. `adminPath` is the path below
 * which the control API is served.
 */
export const createRequestMetrics = (
  { counter, sampled, durations }: Collectors,
  adminPath: string,
): Pick<Observer, 'finished' | 'failed' | 'breached'> => {
  // Counted by us: finding the series by its labels takes prom-client a microsecond.
  const all = new Map<string, Series>();
  sampled(
    'counter',
    'vatmock_requests_total',
    `Requests, by the part of the server (surface), the operation in its description, the status, and what produced the response. ${MOST_KEPT_APART} combinations are kept apart; further ones count as the operation "${OTHER}" with the class of their status (4xx).`,
    {
      labelNames: ['surface', 'operation', 'status', 'source'],
      read: () => [...all.values()],
    },
  );
  const bySurface = durations(
    'vatmock_request_duration_seconds',
    'Time from the arrival of a request until its response begins, by the part of the server. Long polls of the control API wait on purpose.',
    'surface',
    SURFACES,
  );
  const failures = counter(
    'vatmock_unexpected_errors_total',
    'Unexpected errors inside the server, each of which is logged: a bug, or a fault of the storage.',
  );
  const breaches = counter(
    'vatmock_contract_breaches_total',
    'Responses of the server that do not conform to the description, among those that are checked (--limits check-answers): a bug.',
  );
  const quotas = counter(
    'vatmock_quota_refusals_total',
    'Requests that were refused because a quota of their sandbox was used up, by the quota (GET /__admin/sandboxes/{id}).',
    ['quota'],
  );

  const seriesOf = (surface: Surface, { operationId: operation = 'none', status, source }: ExchangeSummary): Series => {
    const key = `${surface} ${operation} ${status} ${source}`;
    if (all.size < MOST_KEPT_APART || all.has(key))
      return getOrInsert(all, key, () => ({ labels: { surface, operation, status, source }, value: 0 }));
    const labels = { surface, operation: OTHER, status: `${Math.floor(status / 100)}xx`, source: OTHER };
    return getOrInsert(all, `${surface} ${labels.status}`, () => ({ labels, value: 0 }));
  };

  return {
    finished: (summary) => {
      const quota = summary.refusal?.quota;
      if (quota !== undefined) quotas.inc({ quota });
      const surface = surfaceOf(summary, adminPath);
      bySurface[surface].observe(summary.milliseconds);
      seriesOf(surface, summary).value += 1;
    },
    failed: () => {
      failures.inc();
    },
    breached: () => {
      breaches.inc();
    },
  };
};

const surfaceOf = ({ source, path, operationId }: ExchangeSummary, adminPath: string): Surface => {
  if (path.startsWith(adminPath)) return 'control';
  if (operationId !== undefined || source === 'engine') return 'api';
  return ROUTES.find((route) => route === source) ?? OTHER;
};
