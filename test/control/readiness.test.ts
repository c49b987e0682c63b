import { expect, test } from '@jest/globals';
import { createReadiness } from '../../src/control/readiness.ts';
import type { Notice } from '../../src/engine/ports/ports.ts';
import type { StoreFault } from '../../src/engine/sandbox/store.ts';
import { createTestClock } from '../support/test-clock.ts';

const start = () => {
  const state: { fault: StoreFault | undefined; isDraining: boolean; checks: number } = {
    fault: undefined,
    isDraining: false,
    checks: 0,
  };
  const notices: Notice[] = [];
  const clock = createTestClock();
  const readiness = createReadiness({
    isDraining: () => state.isDraining,
    store: {
      check: () => {
        state.checks += 1;
        return Promise.resolve(state.fault);
      },
    },
    clock,
    observer: { noticed: (notice) => notices.push(notice) },
  });
  return { state, notices, clock, readiness };
};

test('follows the store, checked at most once a second, and tells the log of each change', async () => {
  const { state, notices, clock, readiness } = start();
  expect(await readiness()).toBe('READY');
  state.fault = 'full';
  expect(await readiness()).toBe('READY');
  expect(state.checks).toBe(1);
  clock.advance(1000);
  expect([await readiness(), await readiness()]).toEqual(['STORAGE_FULL', 'STORAGE_FULL']);
  state.fault = 'unwritable';
  clock.advance(1000);
  expect(await readiness()).toBe('STORAGE_UNWRITABLE');
  state.fault = 'unreachable';
  clock.advance(1000);
  expect(await readiness()).toBe('DATABASE_UNREACHABLE');
  state.fault = undefined;
  clock.advance(1000);
  expect(await readiness()).toBe('READY');
  expect(notices.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'warn: the disk of the data is full: the server is not ready until space is freed',
    'warn: the data cannot be written: the server is not ready until it can',
    'warn: the database cannot be reached: the server is not ready until it can',
    'info: data can be stored again: the server is ready',
  ]);
});

test('a server that is shutting down is not ready, whatever its disk', async () => {
  const { state, readiness } = start();
  state.isDraining = true;
  expect(await readiness()).toBe('DRAINING');
  expect(state.checks).toBe(0);
});
