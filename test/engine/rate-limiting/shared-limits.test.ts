import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createClientPauses } from '../../../src/engine/rate-limiting/client-pauses.ts';
import { createRateLimiter } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { OWNER, severalProcesses } from '../sandbox/several-processes.ts';
import { callerOf } from './caller-of.ts';

const ALLOWANCES = new Map([['STANDARD', new Map(['read', 'write'].map((name) => [name, { limit: 5, burst: 2 }]))]]);
const CLIENTS = ['one', 'other'];

const start = () => {
  const limiter = createRateLimiter(ALLOWANCES);
  const pauses = createClientPauses({ strikes: 3, pause: 90_000 });
  return { limiter, pauses, live: [limiter.live, pauses.liveOf(() => CLIENTS)] };
};

type Limits = ReturnType<typeof start>;

const caller = callerOf('STANDARD', OWNER.uuid);

const steps = fc.record({
  process: fc.nat(2),
  wait: fc.constantFrom(0, 0, 0, 1000, 20_000, 70_000),
  client: fc.constantFrom(...CLIENTS),
  what: fc.constantFrom('read', 'write', 'strike', 'strike', 'clear', 'forget', 'start over'),
});

test('budgets and pauses in several processes are those of one', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (all) => {
      const alone = start();
      const several = severalProcesses([start(), start(), start()], ({ live }) => live);
      let now = TEST_NOW;
      for (const { process, wait, client, what } of all) {
        now += wait;
        const act = ({ limiter, pauses, live }: Limits) => {
          if (what === 'strike') return pauses.strike(client, now);
          if (what === 'clear') pauses.clear(client);
          else if (what === 'forget') for (const state of live) state.load(OWNER, undefined);
          else if (what !== 'start over') return limiter.take(caller, what, now);
          return [limiter.read(caller, 'read', now), pauses.pausedUntil(client, now)];
        };
        if (what === 'start over') several.startOver();
        expect(several.on(process, act)).toEqual(act(alone));
      }
    }),
  );
});

test('what has not changed is not written again', () => {
  const several = severalProcesses([start(), start()], ({ live }) => live);
  several.on(0, ({ limiter }) => limiter.take(caller, 'read', TEST_NOW));
  expect(several.written()).toBe(1);
  several.on(1, ({ limiter, pauses }) => {
    limiter.read(caller, 'read', TEST_NOW);
    pauses.clear('one');
  });
  expect(several.written()).toBe(0);
  several.on(1, ({ pauses }) => pauses.strike('one', TEST_NOW));
  expect(several.written()).toBe(1);
  expect(several.on(0, ({ limiter }) => limiter.read(caller, 'read', TEST_NOW)?.remaining)).toBe(4);
});
