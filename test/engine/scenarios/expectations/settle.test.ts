import { expect, test } from '@jest/globals';
import { evaluate } from '../../../../src/engine/scenarios/expectations/evaluate.ts';
import type { ScenarioReport } from '../../../../src/engine/scenarios/expectations/report.ts';
import { settle } from '../../../../src/engine/scenarios/expectations/settle.ts';
import { toWish } from '../../../../src/engine/scenarios/expectations/wish.ts';
import type { Expectation } from '../../../../src/engine/scenarios/scenario-file.ts';
import { cameRequest } from '../../../support/came.ts';

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** Requests that come, timers that fire when the test says so, and the report that is answered in the end. */
const begin = async (expectation: Expectation) => {
  const wish = await toWish(expectation, 0);
  const came: ReturnType<typeof cameRequest>[] = [];
  const timers = new Set<Timer>();
  const listeners = new Set<() => void>();
  let now = 0;
  let settled: ScenarioReport | undefined;
  const report = (): Promise<ScenarioReport> =>
    Promise.resolve(evaluate([wish], { scenario: 'tested', activatedAt: 0, seenSince: undefined }, came, now));
  const after = (milliseconds: number, task: () => void) => {
    const timer = { at: now + milliseconds, task };
    timers.add(timer);
    return { cancel: () => timers.delete(timer) };
  };
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const flush = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  void settle({ report, listen, after }, { timeout: 60_000, quiet: 1000 }).then((found) => (settled = found));
  await flush();
  return {
    come: async () => {
      came.push(cameRequest(now));
      for (const listener of [...listeners]) listener();
      await flush();
    },
    pass: async (milliseconds: number) => {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...timers].sort((a, b) => a.at - b.at);
        if (next === undefined || next.at > end) break;
        timers.delete(next);
        now = next.at;
        next.task();
        await flush();
      }
      now = end;
    },
    verdict: () => settled?.verdict,
    isQuiet: () => timers.size === 0 && listeners.size === 0,
  };
};

test('it is settled when all is met and it has become quiet', async () => {
  const story = await begin({ request: 'createOrder', times: 2 });
  await story.come();
  await story.pass(5000);
  await story.come();
  expect(story.verdict()).toBeUndefined();
  await story.pass(1000);
  expect(story.verdict()).toBe('met');
  expect(story.isQuiet()).toBe(true);
});

test('what comes too much before it has become quiet still counts', async () => {
  const story = await begin({ request: 'createOrder', times: 2 });
  await story.come();
  await story.come();
  await story.pass(900);
  await story.come();
  expect(story.verdict()).toBe('not-met');
});

test('it is settled at once when nothing changes the verdict any more', async () => {
  const story = await begin({ request: 'createOrder' });
  await story.come();
  expect(story.verdict()).toBe('met');
});

test('where only too much could go wrong, the time is waited for', async () => {
  const story = await begin({ request: 'createOrder', atMost: 2 });
  await story.come();
  await story.pass(59_999);
  expect(story.verdict()).toBeUndefined();
  await story.pass(1);
  expect(story.verdict()).toBe('met');
  expect(story.isQuiet()).toBe(true);
});

test('when the time is over, it is said how things stand', async () => {
  const story = await begin({ request: 'createOrder' });
  await story.pass(60_000);
  expect(story.verdict()).toBe('open');
});

test('the end of within is noticed without anything coming', async () => {
  const story = await begin({ request: 'createOrder', within: 'PT5S' });
  await story.pass(5400);
  expect(story.verdict()).toBe('not-met');
});
