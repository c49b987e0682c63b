import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../../../src/engine/journal/redactor.ts';
import type { EmittedEvent } from '../../../../src/engine/message/event.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { createEntry, createOperation } from '../create-entry.ts';

const redactor = createRedactor({ basePath: '/v1', operations: [] });

test('a summary has every value in its place', () => {
  const entry = createEntry({
    id: 'the-id',
    traceId: 'the-trace',
    receivedAt: TEST_NOW,
    startedAt: 10,
    endedReadingAt: 11.23456,
    sandbox: { id: 'demo', now: TEST_NOW + 1000 },
    method: 'POST',
    path: '/v1/orders',
    operation: createOperation({ id: 'createOrder' }),
    caller: { clientId: 'the-client', organization: undefined },
    status: 409,
    source: 'stateful',
    endedAt: 'respond',
    refusal: { type: 'version-mismatch', title: 't', status: 409, detail: 'd' },
    idempotency: { kind: 'replay', beganAt: 1, key: 'k', fingerprint: 'f' },
    fault: { delay: 5, failure: 'reset' },
    events: [{ id: 'evt_1', type: 'order.created', occurredAt: 1, data: { secret: 'x' } } as unknown as EmittedEvent],
  });
  expect(redactor.summarize(entry)).toEqual({
    id: 'the-id',
    traceId: 'the-trace',
    receivedAt: new Date(TEST_NOW).toISOString(),
    sandboxTime: new Date(TEST_NOW + 1000).toISOString(),
    milliseconds: 1.235,
    method: 'POST',
    path: '/v1/orders',
    operationId: 'createOrder',
    clientId: 'the-client',
    status: 409,
    source: 'stateful',
    stage: 'respond',
    problemType: 'version-mismatch',
    reason: 'd',
    records: {},
    scenarios: [],
    replayed: true,
    fault: 'reset',
    lost: true,
    events: [{ id: 'evt_1', type: 'order.created' }],
  });
});

describe('a summary', () => {
  test('has nothing where there is nothing', () => {
    const entry = createEntry({ sandbox: undefined, caller: undefined });
    expect(redactor.summarize(entry)).toMatchObject({
      sandboxTime: null,
      operationId: null,
      clientId: null,
      problemType: null,
      replayed: false,
      fault: null,
      events: [],
    });
  });

  test('of an answer that only came late says so', () => {
    expect(redactor.summarize(createEntry({ fault: { delay: 5, failure: undefined } })).fault).toBe('delay');
  });

  test('of a first request is no replay', () => {
    const idempotency = { kind: 'first', beganAt: undefined, key: 'k', fingerprint: 'f' } as const;
    expect(redactor.summarize(createEntry({ idempotency })).replayed).toBe(false);
  });

  test('of a refused token names the client that it was granted to', () => {
    const token = {
      kind: 'expired',
      digest: 'd',
      clientId: 'the-client',
      grantedAt: { wall: 0, sandbox: 0 },
      life: 1,
    } as const;
    expect(redactor.summarize(createEntry({ caller: undefined, token })).clientId).toBe('the-client');
  });
});

test('a call through a public link shows no record: the path has its key', () => {
  const link = createOperation({ id: 'openLink', path: '/links/{token}', security: [] });
  const one = createRedactor({ basePath: '/v1', operations: [link, createOperation({ security: [{}] as never })] });
  const headers = { location: '/v1/orders/7c41a0d6-9f5e-4b83-8d27-e6b3f09c5a18' };
  const call = { path: '/v1/links/secret', pathParameters: { token: 'secret' }, headers };
  expect(one.summarize(createEntry({ ...call, operation: link })).records).toEqual({});
  expect(one.summarize(createEntry({ headers })).records).toEqual({ created: '7c41a0d6-9f5e-4b83-8d27-e6b3f09c5a18' });
});
