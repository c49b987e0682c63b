import { expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/assumed.ts';
import { resolveSandbox } from '../../../src/engine/stages/resolve-sandbox.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { operationOf, partsOf, runOn } from './exchange-of.ts';

const caller = callerOf('STANDARD');
const operation = operationOf();
const other = operationOf({ id: 'other' });

const resolve = (found: unknown, variant = '') =>
  runOn(
    resolveSandbox(
      partsOf({
        findSandbox: () => found,
        assumedIn: () => ({ ...NOTHING_ASSUMED, variant }),
        variants: { operationIn: () => other },
      }),
    ),
    { operation, caller, pathParameters: {} },
  );

test('without a sandbox nothing is kept', async () => {
  expect(await resolve(undefined)).toEqual({ sandbox: undefined });
  expect(await resolve(Promise.resolve(undefined))).toEqual({ sandbox: undefined });
});

test('the sandbox is found, at once or later, and caught up before the request sees it', async () => {
  const ready = { catchUp: () => undefined };
  expect(await resolve(ready)).toEqual({ sandbox: ready });
  const log: string[] = [];
  const due = {
    catchUp: async () => {
      await Promise.resolve();
      log.push('caught up');
    },
  };
  const resolved = await resolve(Promise.resolve(due));
  expect(log).toEqual(['caught up']);
  expect(resolved).toEqual({ sandbox: due });
});

test('what fails in catching up ends the request', async () => {
  await expect(resolve({ catchUp: () => Promise.reject(new Error('broken')) })).rejects.toThrow('broken');
});

test('a sandbox that assumes another description has the operation of that one', async () => {
  const ready = { catchUp: () => undefined };
  expect(await resolve(ready, 'patched')).toEqual({ sandbox: ready, operation: other });
});
