import { expect, test } from '@jest/globals';
import { Halt } from '../../../src/engine/pipeline/pipeline.ts';
import { createHeaderRule } from '../../../src/engine/scenarios/header-rule.ts';
import { replayResponse } from '../../../src/engine/stages/replay-response.ts';
import { refusalOf, runOn } from './exchange-of.ts';

const stage = replayResponse({});

test('a first request goes on, and so does one without a key', async () => {
  expect(await runOn(stage, { idempotency: undefined })).toEqual({});
  expect(await runOn(stage, { idempotency: { found: { kind: 'first', beganAt: 0 } } })).toEqual({});
});

test('a repeated one ends with the stored response, which says so', async () => {
  const answer = { reply: { status: 201, headers: { etag: '"1"' } }, source: 'stateful' };
  const ended = await runOn(stage, { idempotency: { found: { kind: 'replay', beganAt: 0, answer } } });
  expect(ended).toBeInstanceOf(Halt);
  expect(ended).toEqual({
    answer: { reply: { status: 201, headers: { etag: '"1"', 'idempotency-replayed': 'true' } }, source: 'stateful' },
  });
  expect(answer.reply.headers).toEqual({ etag: '"1"' });
});

test('another one under its key is refused', async () => {
  const idempotency = { found: { kind: 'mismatch', beganAt: Date.parse('2026-11-20T09:00:00Z') } };
  const refused = await refusalOf(stage, { idempotency });
  expect(refused).toMatchObject({ type: 'idempotency-key-reused', status: 422 });
  expect(refused.detail).toContain('first used at 2026-11-20T09:00:00.000Z');
  expect(refused.errors).toBeUndefined();
});

test('where users share an origin, only headers that a scenario may set are sent', async () => {
  const origin = 'https://stub.example/mock';
  const findHeaderFault = createHeaderRule({ operations: [] }, () => origin);
  const replayed = async (headers: object): Promise<unknown> => {
    const answer = { reply: { status: 201, headers }, source: 'stateful' };
    const exchange = { request: { origin }, idempotency: { found: { kind: 'replay', beganAt: 0, answer } } };
    const { answer: sent } = (await runOn(replayResponse({ findHeaderFault }), exchange)) as Halt;
    const { 'idempotency-replayed': _marked, ...others } = sent.reply.headers;
    return others;
  };
  const harmless = { etag: '"1"', 'x-ratelimit-limit': '3', location: `${origin}/v1/orders/1` };
  expect(await replayed(harmless)).toEqual(harmless);
  expect(await replayed({ ...harmless, 'set-cookie': 'a=b', 'clear-site-data': '"*"' })).toEqual(harmless);
  expect(await replayed({ location: 'http://127.0.0.1:4010/v1/orders/1' })).toEqual({
    location: `${origin}/v1/orders/1`,
  });
  expect(await replayed({ location: '/v1/orders/1' })).toEqual({ location: '/v1/orders/1' });
  for (const location of ['//evil.example/', 'javascript:alert(1)', '/\\evil.example/'])
    expect(await replayed({ location })).toEqual({});
  expect(await replayed({ location: 'https://evil.example//evil.example/' })).toEqual({
    location: `${origin}//evil.example/`,
  });
});
