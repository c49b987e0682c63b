import { expect, test } from '@jest/globals';
import type { Responder } from '../../../src/engine/exchange/responder.ts';
import { respond } from '../../../src/engine/stages/respond.ts';
import { operationOf, partsOf, refusalOf, runOn } from './exchange-of.ts';

const answer = (source: 'scenario' | 'stateful' | 'faked') => ({ reply: { status: 200, headers: {} }, source });
const later =
  (value: ReturnType<typeof answer> | undefined): Responder =>
  () =>
    Promise.resolve(value);
const atOnce =
  (value: ReturnType<typeof answer> | undefined): Responder =>
  () =>
    value;
const unasked: Responder = () => {
  throw new Error('asked');
};
const ask = (...responders: readonly Responder[]) =>
  runOn(respond(partsOf({ responders })), { operation: operationOf() });

test('the first responder with an answer gives it, at once or later', async () => {
  expect(await ask(atOnce(answer('scenario')), unasked)).toEqual(answer('scenario'));
  expect(await ask(later(answer('scenario')), unasked)).toEqual(answer('scenario'));
  expect(await ask(later(undefined), atOnce(undefined), later(answer('faked')), unasked)).toEqual(answer('faked'));
});

test('what a responder throws ends the request', async () => {
  await expect(ask(later(undefined), unasked)).rejects.toThrow('asked');
});

test('without any answer the operation is not served', async () => {
  const refusal = refusalOf(respond(partsOf({ responders: [atOnce(undefined), later(undefined)] })), {
    operation: operationOf(),
  });
  expect(await refusal).toMatchObject({ type: 'not-served', status: 501 });
});
