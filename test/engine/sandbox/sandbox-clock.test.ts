import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ClockError, createSandboxClock } from '../../../src/engine/sandbox/sandbox-clock.ts';
import { TEST_NOW, createTestClock } from '../../support/test-clock.ts';
import { DAY, HOUR } from './start-sandbox.ts';

test('a frozen clock stands, and goes on from there', () => {
  const wall = createTestClock();
  const clock = createSandboxClock(wall, { kind: 'running', offset: 0 });
  clock.freeze();
  wall.advance(HOUR);
  expect([clock.now(), clock.offset(), clock.setting()]).toEqual([TEST_NOW, -HOUR, { kind: 'frozen', at: TEST_NOW }]);
  clock.reach(TEST_NOW + DAY);
  expect([clock.now(), clock.setting().kind]).toEqual([TEST_NOW + DAY, 'frozen']);
  clock.resume();
  wall.advance(HOUR);
  expect([clock.now(), clock.setting()]).toEqual([TEST_NOW + DAY + HOUR, { kind: 'running', offset: DAY - HOUR }]);
});

test('a clock may be frozen at an instant to come, and measures by the wall’s', () => {
  const wall = createTestClock();
  const clock = createSandboxClock(wall, { kind: 'running', offset: 0 });
  clock.freeze(TEST_NOW + HOUR);
  wall.advance(5);
  expect([clock.now(), clock.elapsed()]).toEqual([TEST_NOW + HOUR, 5]);
});

test.each([
  ['running', { kind: 'running', offset: HOUR }],
  ['frozen', { kind: 'frozen', at: TEST_NOW + HOUR }],
] as const)('a %s clock refuses to go back, and stays where it is', (_name, setting) => {
  const clock = createSandboxClock(createTestClock(), setting);
  const back = (): void => {
    clock.freeze(TEST_NOW + HOUR - 1);
  };
  expect(back).toThrow(ClockError);
  expect(back).toThrow('the clock is at 2026-11-20T10:00:00.000Z and never goes back');
  clock.reach(TEST_NOW);
  expect([clock.now(), clock.setting()]).toEqual([TEST_NOW + HOUR, setting]);
});

test('a millisecond that passes while a running clock is read does no harm', () => {
  let ticks = 0;
  const wall = { now: () => TEST_NOW + ticks++, elapsed: () => 0 };
  const clock = createSandboxClock(wall, { kind: 'running', offset: 0 });
  clock.reach(TEST_NOW + HOUR);
  clock.freeze();
  expect(clock.now()).toBeGreaterThanOrEqual(TEST_NOW + HOUR);
  expect(clock.setting().kind).toBe('frozen');
});

test('whatever is done with it, time only moves forward', () => {
  const step = fc.record({
    action: fc.constantFrom('freeze', 'resume', 'move', 'freeze at', 'wall'),
    by: fc.integer({ min: -5, max: 10 }),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const wall = createTestClock();
      const clock = createSandboxClock(wall, { kind: 'running', offset: 0 });
      for (const { action, by } of steps) {
        const before = clock.now();
        try {
          if (action === 'freeze') clock.freeze();
          if (action === 'resume') clock.resume();
          if (action === 'move') clock.reach(before + by);
          if (action === 'freeze at') clock.freeze(before + by);
        } catch (error) {
          expect(error).toBeInstanceOf(ClockError);
          expect([by < 0, clock.now()]).toEqual([true, before]);
        }
        if (action === 'wall') wall.advance(Math.abs(by));
        expect(clock.now()).toBeGreaterThanOrEqual(before);
        expect(clock.toWallTime(clock.now())).toBe(wall.now());
        if (action === 'freeze' || action === 'resume') expect(clock.now()).toBe(before);
      }
    }),
  );
});
