import { expect, test } from '@jest/globals';
import { authenticate } from '../../../src/engine/stages/authenticate.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { operationOf, partsOf, runOn } from './exchange-of.ts';

const caller = callerOf('STANDARD');
const request = requestOf();

test.each([
  ['at once', () => caller],
  ['later', () => caller],
])('the authenticator tells the caller %s', async (_when, found) => {
  const stage = authenticate(partsOf({ authenticator: { authenticate: found } }));
  expect(await runOn(stage, { request, operation: operationOf() })).toEqual({ caller });
});

test('for a public operation nobody is asked', async () => {
  const asked = (): never => {
    throw new Error('asked');
  };
  const stage = authenticate(partsOf({ authenticator: { authenticate: asked } }));
  expect(await runOn(stage, { request, operation: operationOf({ security: [] }) })).toEqual({ caller: undefined });
  await expect(runOn(stage, { request, operation: operationOf() })).rejects.toThrow('asked');
});
