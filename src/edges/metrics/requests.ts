import { Counter, type Registry } from 'prom-client';
import type { ExchangeSummary, Observer } from '../../engine/ports/ports.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { createDurations } from './durations.ts';

/**
 * Label sets of requests that are kept apart: a description may have thousands of operations, and a scenario may send any
 * status. Further ones are counted together.
 */
export const MOST_KEPT_APART = 280;

const OTHER = 'other';

/** Routes outside the engine name themselves as the source of their responses. */
const ROUTES = ['console', 'descriptions', 'identity', 'inbox'] as const;

const SURFACES = ['api', 'control', ...ROUTES, OTHER] as const;

type Surface = (typeof SURFACES)[number];

interface Series {
  readonly surface: Surface;
  readonly operation: string;
  readonly status: number;
  readonly source: string;
  count: number;
}

/** Counts what is logged, by names of the descriptions: no label is a text that a client chose. */
export const createRequestMetrics = ({
  registry,
  adminPath,
}: {
  readonly registry: Registry;
  /** Path below which the control API is served. */
  readonly adminPath: string;
}): Pick<Observer, 'finished' | 'failed' | 'breached'> => {
  const registers = [registry];
  const kept = createSeries();
  const others = new Map<string, { readonly surface: Surface; readonly status: string; count: number }>();
  new Counter({
    name: 'vatmock_requests_total',
    help: `Requests, by the part of the server (surface), the operation in its description, the status, and what produced the response. ${String(MOST_KEPT_APART)} combinations are kept apart; further ones count as the operation "${OTHER}" with the class of their status (4xx).`,
    labelNames: ['surface', 'operation', 'status', 'source'],
    registers,
    // Counted by us: finding the series by its labels takes prom-client a microsecond.
    collect() {
      this.reset();
      for (const { surface, operation, status, source, count } of kept.all)
        this.inc({ surface, operation, status, source }, count);
      for (const { surface, status, count } of others.values())
        this.inc({ surface, operation: OTHER, status, source: OTHER }, count);
    },
  });
  const durations = createDurations({
    registry,
    name: 'vatmock_request_duration_seconds',
    help: 'Time from the arrival of a request until its response begins, by the part of the server. Long polls of the control API wait on purpose.',
    label: 'surface',
    values: SURFACES,
  });
  const failures = new Counter({
    name: 'vatmock_unexpected_errors_total',
    help: 'Unexpected errors inside the server, each of which is logged: a bug, or a fault of the storage.',
    registers,
  });
  const breaches = new Counter({
    name: 'vatmock_contract_breaches_total',
    help: 'Responses of the server that do not conform to the description, among those that are checked (--limits check-answers): a bug.',
    registers,
  });

  const quotas = new Counter({
    name: 'vatmock_quota_refusals_total',
    help: 'Requests that were refused because a quota of their sandbox was used up, by the quota (GET /__admin/sandboxes/{id}).',
    labelNames: ['quota'],
    registers,
  });

  return {
    finished: (summary) => {
      const quota = summary.refusal?.quota;
      if (quota !== undefined) quotas.inc({ quota });
      const surface = surfaceOf(summary, adminPath);
      durations[surface].observe(summary.milliseconds);
      const series = kept.of(surface, summary);
      if (series === undefined) {
        const status = `${String(Math.floor(summary.status / 100))}xx`;
        getOrInsert(others, `${surface} ${status}`, () => ({ surface, status, count: 0 })).count += 1;
      } else series.count += 1;
    },
    failed: () => {
      failures.inc();
    },
    breached: () => {
      breaches.inc();
    },
  };
};

/** The series by operation: each has a few, among which looking is faster than making a key. */
const createSeries = () => {
  const all: Series[] = [];
  const byOperation = new Map<string, Series[]>();
  return {
    all,
    /** Undefined if there are too many. */
    of: (surface: Surface, { operationId: operation = 'none', status, source }: ExchangeSummary) => {
      const known = byOperation.get(operation);
      const found = known?.find((each) => each.status === status && each.source === source && each.surface === surface);
      if (found !== undefined || all.length >= MOST_KEPT_APART) return found;
      const series = { surface, operation, status, source, count: 0 };
      all.push(series);
      if (known === undefined) byOperation.set(operation, [series]);
      else known.push(series);
      return series;
    },
  };
};

const surfaceOf = ({ source, path, operationId }: ExchangeSummary, adminPath: string): Surface => {
  if (path.startsWith(adminPath)) return 'control';
  if (operationId !== undefined || source === 'engine') return 'api';
  return ROUTES.find((route) => route === source) ?? OTHER;
};
