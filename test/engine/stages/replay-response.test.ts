import { expect, test } from '@jest/globals';
import { Halt } from '../../../src/engine/pipeline/pipeline.ts';
import { replayResponse } from '../../../src/engine/stages/replay-response.ts';
import { refusalOf, runOn } from './exchange-of.ts';

const stage = replayResponse();

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
