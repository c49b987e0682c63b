import { describe, expect, test } from '@jest/globals';
import { identifyCaller } from '../../../src/engine/stages/identify-caller.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { operationOf, partsOf, runOn, settledOf } from './exchange-of.ts';

const caller = callerOf('STANDARD');

describe('identify-caller', () => {
  const sandbox = { id: 'demo', clock: { now: () => 7 } };
  const identify = (found: unknown, change: object = {}) =>
    runOn(
      identifyCaller(
        partsOf({
          authenticator: { recognize: () => Promise.resolve(found) },
          findSandbox: () => Promise.resolve(sandbox),
        }),
      ),
      settledOf({ operation: undefined, caller: undefined, ...change }),
    );

  test('finds the caller of a request that is no operation, and its sandbox', async () => {
    expect(await identify(caller)).toEqual({ caller, sandbox, enteredAt: 7 });
    expect(await identify(undefined)).toBeUndefined();
  });

  test('leaves every other request as it is', async () => {
    expect(await identify(caller, { operation: operationOf() })).toBeUndefined();
    const silent = identifyCaller(partsOf({ authenticator: {} }));
    expect(await runOn(silent, settledOf({ operation: undefined }))).toBeUndefined();
  });
});
