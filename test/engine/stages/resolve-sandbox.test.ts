import { expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/assumed.ts';
import { resolveSandbox } from '../../../src/engine/stages/resolve-sandbox.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { operationOf, partsOf, runOn } from './exchange-of.ts';

const caller = callerOf('STANDARD');
const operation = operationOf();
const other = operationOf({ id: 'other' });
const clock = { now: () => 7 };

const resolve = (found: unknown, variant = '', request: { readonly enteredAt?: number } = {}) =>
  runOn(
    resolveSandbox(
      partsOf({
        findSandbox: () => found,
        assumedIn: () => ({ ...NOTHING_ASSUMED, variant }),
        variants: { operationIn: () => other },
      }),
    ),
    { operation, caller, pathParameters: {}, request: { ...requestOf(), ...request } },
  );

test('without a sandbox nothing is kept', async () => {
  const nowhere = { sandbox: undefined, enteredAt: undefined };
  expect(await resolve(undefined)).toEqual(nowhere);
  expect(await resolve(Promise.resolve(undefined))).toEqual(nowhere);
});

test('the sandbox is found, at once or later, and caught up before the request sees it', async () => {
  const ready = { catchUp: () => undefined, clock };
  expect(await resolve(ready)).toEqual({ sandbox: ready, enteredAt: 7 });
  const log: string[] = [];
  const due = {
    clock,
    catchUp: async () => {
      await Promise.resolve();
      log.push('caught up');
    },
  };
  const resolved = await resolve(Promise.resolve(due));
  expect(log).toEqual(['caught up']);
  expect(resolved).toEqual({ sandbox: due, enteredAt: 7 });
});

test('a request of a replay enters at the recorded time', async () => {
  const ready = { catchUp: () => undefined, clock };
  expect(await resolve(ready, '', { enteredAt: 3 })).toEqual({ sandbox: ready, enteredAt: 3 });
});

test('what fails in catching up ends the request', async () => {
  await expect(resolve({ catchUp: () => Promise.reject(new Error('broken')) })).rejects.toThrow('broken');
});

test('a sandbox that assumes another description has the operation of that one', async () => {
  const ready = { catchUp: () => undefined, clock };
  expect(await resolve(ready, 'patched')).toEqual({ sandbox: ready, enteredAt: 7, operation: other });
});
