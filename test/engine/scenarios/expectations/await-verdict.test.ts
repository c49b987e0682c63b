import { expect, test } from '@jest/globals';
import { evaluate, cameRequest } from '../../../support/came.ts';
import type { ScenarioReport } from '../../../../src/generated/control-schemas.ts';
import { awaitVerdict } from '../../../../src/engine/scenarios/expectations/await-verdict.ts';
import { compileExpectation } from '../../../../src/engine/scenarios/expectations/expectation.ts';
import type { Expectation } from '../../../../src/generated/scenario-file.ts';

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

/** Requests that come, timers that fire when the test says so, and the report that is answered in the end. */
const begin = async (wanted: Expectation | readonly Expectation[], cameBefore = 0) => {
  const compiledExpectations = await Promise.all([wanted].flat().map((one, index) => compileExpectation(one, index)));
  const came = Array.from({ length: cameBefore }, () => cameRequest(0));
  const timers = new Set<Timer>();
  const listeners = new Set<() => void>();
  let now = 0;
  let settled: ScenarioReport | undefined;
  let failure: unknown;
  let broken: Error | undefined;
  let asked = 0;
  let held: (() => void)[] | undefined;
  const report = async (): Promise<ScenarioReport> => {
    asked++;
    if (held !== undefined) await new Promise<void>((resolve) => held?.push(resolve));
    if (broken !== undefined) throw broken;
    const run = { scenario: 'tested', activatedAt: 0, seenSince: undefined };
    return { ...evaluate(compiledExpectations, run, came, now), exhausted: false };
  };
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
  void awaitVerdict({ report, listen, after }, { timeout: 60_000, quiet: 1000 }).then(
    (found) => (settled = found),
    (error: unknown) => (failure = error),
  );
  await flush();
  return {
    come: async (operationId = 'createOrder') => {
      came.push(cameRequest(now, { operationId }));
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
    failure: () => failure,
    /** It can no longer be said how things stand. */
    breakWith: (error: Error) => (broken = error),
    /** How often it was asked how things stand. */
    asked: () => asked,
    /** Reports take their time from now on, until they are let go. */
    hold: () => (held = []),
    letGo: async () => {
      const waiting = held ?? [];
      held = undefined;
      for (const go of waiting) go();
      await flush();
    },
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

test('where only too much could go wrong, the time is waited for', async () => {
  const story = await begin({ request: 'createOrder', atMost: 2 });
  await story.come();
  await story.pass(59_999);
  expect(story.verdict()).toBeUndefined();
  await story.pass(1);
  expect(story.verdict()).toBe('met');
  expect(story.isQuiet()).toBe(true);
});

test('the end of within is noticed without anything coming', async () => {
  const story = await begin({ request: 'createOrder', within: 'PT5S' });
  await story.pass(5400);
  expect(story.verdict()).toBe('not-met');
});

test('each thing that comes begins the quiet anew', async () => {
  const story = await begin({ request: 'createOrder', times: 1 });
  await story.come();
  await story.pass(900);
  await story.come('getOrder');
  await story.pass(999);
  expect(story.verdict()).toBeUndefined();
  await story.pass(1);
  expect(story.verdict()).toBe('met');
});

test('the quiet does not outlast the time', async () => {
  const story = await begin({ request: 'createOrder', times: 1 });
  await story.pass(59_500);
  await story.come();
  await story.pass(500);
  expect(story.verdict()).toBe('met');
  expect(story.isQuiet()).toBe(true);
});

test('where it cannot be said how things stand, that is the answer', async () => {
  const story = await begin({ request: 'createOrder' });
  const error = new Error('The scenario is not active.');
  story.breakWith(error);
  await story.come();
  expect(story.failure()).toBe(error);
  expect(story.isQuiet()).toBe(true);
});

test('what comes while a report is made is looked at after it, one report at a time', async () => {
  const story = await begin({ request: 'createOrder', times: 1 });
  expect(story.asked()).toBe(1);
  story.hold();
  await story.come('getOrder');
  await story.come('getOrder');
  expect(story.asked()).toBe(2);
  await story.letGo();
  expect(story.asked()).toBe(3);
});

test('nothing is left running by a report that comes when the time is over', async () => {
  const story = await begin({ request: 'createOrder', times: 1 });
  story.hold();
  await story.come();
  await story.pass(60_000);
  expect(story.verdict()).toBeUndefined();
  await story.letGo();
  expect(story.verdict()).toBe('met');
  expect(story.isQuiet()).toBe(true);
});
