import { afterEach, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { ConfigError, type MockOptions, createMock } from '../../../src/index.ts';
import { findPort } from '../../support/find-port.ts';
import { type Sample, parseMetrics, valueOf } from '../../support/metrics.ts';
import { HOOK } from '../../support/receiver.ts';
import { ONE_PROCESS, type StartedMock } from '../../support/start-mock.ts';
import { closedBy } from '../../support/closed-by.ts';

const opened = closedBy(afterEach);
const start = (options: MockOptions = {}) => opened.start({ ...ONE_PROCESS, metricsPort: '0', ...options });

const scrape = async ({ mock }: StartedMock): Promise<readonly Sample[]> =>
  parseMetrics(await (await fetch(mock.metricsUrl ?? '')).text());

describe('the listener', () => {
  test('is off by default', async () => {
    const { mock } = await start({ metricsPort: undefined });
    expect(mock.metricsUrl).toBeUndefined();
    expect((await fetch(`${mock.url}/metrics`)).status).toBe(404);
  });

  test('answers in the format of Prometheus, on a port of its own', async () => {
    const { mock } = await start();
    const answer = await fetch(mock.metricsUrl ?? '');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toContain('# TYPE vatmock_request_duration_seconds histogram');
    expect(new URL(mock.metricsUrl ?? '').port).not.toBe(new URL(mock.url).port);
  });

  test.each([
    ['GET', '/', 404],
    ['GET', '//metrics', 404],
    ['POST', '/metrics', 405],
    ['HEAD', '/metrics?x=1', 200],
  ])('answers %s %s with %i', async (method, path, status) => {
    const { mock } = await start();
    expect((await fetch(new URL(mock.metricsUrl ?? '').origin + path, { method })).status).toBe(status);
  });

  test('closes with the server', async () => {
    const mock = await createMock({ metricsPort: '0' });
    await mock.close();
    await expect(fetch(mock.metricsUrl ?? '')).rejects.toThrow('fetch failed');
  });

  test('on a port in use, the start fails and says what to do, and the port of the server is free again', async () => {
    const taken = createServer();
    const metricsPort = await findPort();
    await new Promise<void>((resolve) => {
      taken.listen(metricsPort, '127.0.0.1', resolve);
    });
    const port = await findPort();
    try {
      await expect(createMock({ port, metricsPort: String(metricsPort) })).rejects.toThrow(
        new ConfigError(
          `port ${String(metricsPort)} on 127.0.0.1, for metrics, is in use: stop the other program, or choose a port with --metrics-port (0 picks a free one)`,
        ),
      );
    } finally {
      taken.close();
    }
    await (await createMock({ port })).close();
  });

  test('a server whose own port is in use leaves no listener for metrics behind', async () => {
    const { mock } = await start();
    const metricsPort = await findPort();
    await expect(
      createMock({ port: Number(new URL(mock.url).port), metricsPort: String(metricsPort) }),
    ).rejects.toThrow('EADDRINUSE');
    await (await createMock({ port: metricsPort })).close();
  });

  test('cannot have the port of the server', async () => {
    await expect(createMock({ port: 4711, metricsPort: '4711' })).rejects.toThrow(
      'metricsPort must not be the port of the server, 4711',
    );
  });

  test('names an address that this machine does not have', async () => {
    await expect(createMock({ metricsPort: '192.0.2.1:0' })).rejects.toThrow(
      '--metrics-port 192.0.2.1 is not an address of this machine',
    );
  });
});

test('requests count by operation, status and source; their durations by part of the server', async () => {
  const started = await start();
  await started.api.get('/me');
  await started.api.get('/me');
  await started.api.get('/me', { as: null });
  await started.api.get('/no-such-thing');
  await fetch(`${started.mock.url}/__admin/health`);
  await fetch(`${started.mock.url}/__admin/no-such-thing`);
  await fetch(started.mock.tokenUrl, { method: 'POST' });
  await fetch(`${started.mock.url}/__inbox/shop`, { method: 'POST', body: 'x' });
  await fetch(`${started.mock.url}/problems/not-found`);
  const samples = await scrape(started);
  const count = (labels: Readonly<Record<string, string>>): number =>
    valueOf(samples, 'vatmock_requests_total', labels);
  expect(count({ surface: 'api', operation: 'getOrganization', status: '200', source: 'stateful' })).toBe(2);
  expect(count({ surface: 'api', operation: 'getOrganization', status: '401', source: 'engine' })).toBe(1);
  expect(count({ surface: 'api', operation: 'none', status: '404' })).toBe(1);
  expect(count({ surface: 'control', operation: 'getHealth', status: '200' })).toBe(1);
  expect(count({ surface: 'control', operation: 'none', status: '404' })).toBe(1);
  expect(count({ surface: 'identity', operation: 'none', status: '400', source: 'identity' })).toBe(1);
  expect([count({ surface: 'inbox' }), count({ surface: 'other' })]).toEqual([1, 1]);
  const durations = (labels: Readonly<Record<string, string>>): number =>
    valueOf(samples, 'vatmock_request_duration_seconds_bucket', labels);
  expect(durations({ surface: 'api', le: '+Inf' })).toBe(4);
  // The clock of this test stands still.
  expect(durations({ surface: 'api', le: '0.001' })).toBe(4);
  expect(valueOf(samples, 'vatmock_request_duration_seconds_count', { surface: 'control' })).toBe(2);
});

test('refusals count by the quota that is used up', async () => {
  const started = await start({ streamsPerSandbox: 1 });
  const leaving = new AbortController();
  const listen = () => fetch(`${started.mock.url}/__admin/stream`, { signal: leaving.signal });
  expect([(await listen()).status, (await listen()).status]).toEqual([200, 429]);
  expect(valueOf(await scrape(started), 'vatmock_quota_refusals_total', { quota: 'streams' })).toBe(1);
  leaving.abort();
});

test('uses of the storage, sandboxes and the process show', async () => {
  const started = await start();
  await started.api.get('/me');
  await started.mock.reset();
  const samples = await scrape(started);
  const value = (name: string, labels: Readonly<Record<string, string>> = {}): number => valueOf(samples, name, labels);
  expect(value('vatmock_store_duration_seconds_count', { kind: 'clear' })).toBe(1);
  expect(value('vatmock_store_duration_seconds_count', { kind: 'transact' })).toBeGreaterThan(1);
  expect(value('vatmock_store_failures_total')).toBe(0);
  expect(value('vatmock_sandboxes_in_use')).toBe(1);
  expect(value('vatmock_sandboxes')).toBeGreaterThan(1);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(value('nodejs_eventloop_delay_seconds', { quantile: '1' })).toBeGreaterThanOrEqual(0);
  expect(value('vatmock_info', { version: '0.1.0', mode: 'local' })).toBe(1);
});

test('scrapes do not count themselves', async () => {
  const started = await start();
  await started.api.get('/me');
  const before = valueOf(await scrape(started), 'vatmock_store_duration_seconds_count');
  expect(valueOf(await scrape(started), 'vatmock_store_duration_seconds_count')).toBe(before);
});

test('events and attempts count by type and outcome; an attempt that waits shows in the queue', async () => {
  const started = await start();
  const { api, mock } = started;
  const receiver = await opened.receive();
  receiver.answer(HOOK, 200, 500, 'hang');
  const { body } = await api.post('/webhooks', { url: receiver.urlOf(), events: ['kyc.*'] });
  const trigger = () =>
    api.post(`/webhooks/${String(body.id)}/test`, { eventType: 'kyc.verification_completed', data: {} });
  await trigger();
  await receiver.waitFor(1);
  await trigger();
  await receiver.waitFor(2);
  await mock.idle();
  await trigger();
  await receiver.waitFor(3);
  const samples = await scrape(started);
  const attempts = (outcome: string): number => valueOf(samples, 'vatmock_delivery_attempts_total', { outcome });
  expect([attempts('delivered'), attempts('rejected'), attempts('timeout')]).toEqual([1, 1, 0]);
  expect(valueOf(samples, 'vatmock_deliveries_in_flight')).toBe(1);
  expect(valueOf(samples, 'vatmock_deliveries_queued')).toBe(1);
  receiver.release(200);
  await mock.idle();
  expect(valueOf(await scrape(started), 'vatmock_deliveries_queued')).toBe(0);
});
