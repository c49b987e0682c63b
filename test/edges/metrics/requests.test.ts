import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createCollectors } from '../../../src/edges/metrics/collectors.ts';
import { MOST_KEPT_APART, createRequestMetrics } from '../../../src/edges/metrics/requests.ts';
import type { ExchangeSummary } from '../../../src/engine/ports/ports.ts';
import { parseMetrics, valueOf } from '../../support/metrics.ts';

const summary = (more: Partial<ExchangeSummary> = {}): ExchangeSummary => ({
  id: 'id',
  traceId: 'trace',
  method: 'GET',
  path: '/v1/me',
  operationId: 'getOrganization',
  clientId: 'client',
  status: 200,
  source: 'stateful',
  milliseconds: 0.4,
  ...more,
});

const start = () => {
  const registry = new Registry();
  const metrics = createRequestMetrics(createCollectors(registry), '/__admin');
  return { ...metrics, read: async () => parseMetrics(await registry.metrics()) };
};

test.each([
  [{}, 'api'],
  [{ operationId: undefined, source: 'engine' }, 'api'],
  [{ path: '/__admin/health', operationId: 'getHealth' }, 'control'],
  [{ path: '/realms/x', operationId: undefined, source: 'identity' }, 'identity'],
  [{ path: '/__inbox/x', operationId: undefined, source: 'inbox' }, 'inbox'],
  [{ path: '/problems/x', operationId: undefined, source: 'problems' }, 'other'],
])('%j belongs to %s', async (more, surface) => {
  const { finished, read } = start();
  finished(summary(more));
  expect(valueOf(await read(), 'vatmock_requests_total', { surface })).toBe(1);
});

test('durations fall into the bucket that they do not exceed', async () => {
  const { finished, read } = start();
  for (const milliseconds of [0.4, 1, 1.1, 24, 3000]) finished(summary({ milliseconds }));
  const samples = await read();
  const below = (le: string): number => valueOf(samples, 'vatmock_request_duration_seconds_bucket', { le });
  expect(['0.001', '0.005', '0.025', '0.1', '0.5', '2.5', '+Inf'].map(below)).toEqual([2, 3, 4, 4, 4, 4, 5]);
  expect(valueOf(samples, 'vatmock_request_duration_seconds_sum')).toBeCloseTo(3.0265);
});

test('what exceeds the number of series counts together, and known ones go on', async () => {
  const { finished, read } = start();
  for (let number = 0; number < MOST_KEPT_APART + 10; number++)
    finished(summary({ operationId: `operation${String(number)}`, status: number % 2 === 0 ? 200 : 404 }));
  finished(summary({ operationId: 'operation0' }));
  const samples = (await read()).filter(({ name }) => name === 'vatmock_requests_total');
  expect(samples).toHaveLength(MOST_KEPT_APART + 2);
  expect(valueOf(samples, 'vatmock_requests_total', { operation: 'operation0' })).toBe(2);
  expect(valueOf(samples, 'vatmock_requests_total', { operation: 'other', status: '2xx' })).toBe(5);
  expect(valueOf(samples, 'vatmock_requests_total', { operation: 'other', status: '4xx' })).toBe(5);
});

test('refusals count by the quota that is used up', async () => {
  const { finished, read } = start();
  const refused = (quota: string | undefined) => ({ type: 'quota-exceeded', quota, reason: () => '' });
  for (const quota of ['streams', 'streams', 'bytes', undefined])
    finished(summary({ status: 429, refusal: refused(quota) }));
  const samples = (await read()).filter(({ name }) => name === 'vatmock_quota_refusals_total');
  expect(samples).toHaveLength(2);
  expect(valueOf(samples, 'vatmock_quota_refusals_total', { quota: 'streams' })).toBe(2);
});

test('errors and breaches count', async () => {
  const { failed, breached, read } = start();
  failed(new Error('x'), '');
  breached({ operationId: 'x', status: 200, source: 'faked', reasons: [], traceId: '' });
  const samples = await read();
  expect(valueOf(samples, 'vatmock_unexpected_errors_total')).toBe(1);
  expect(valueOf(samples, 'vatmock_contract_breaches_total')).toBe(1);
});
