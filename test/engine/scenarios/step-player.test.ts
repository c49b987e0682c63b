import { describe, expect, test } from '@jest/globals';
import { createStepPlayer, type Delays, beginRecord } from '../../../src/engine/scenarios/step-player.ts';
import type { Occasion } from '../../../src/engine/scenarios/reply.ts';
import type { ScenarioFile, StepFile } from '../../../src/generated/scenario-file.ts';
import { prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import type { StepRequest, Scenarios } from '../../../src/engine/scenarios/scenarios.ts';
import type { Scripting } from '../../../src/engine/exchange/exchange.ts';
import { fill } from '../../../src/engine/scenarios/template.ts';
import { openScenarios } from './open-scenarios.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

const { operation } = smallScenarioSchema();

interface Came {
  readonly operationId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hasSandbox?: boolean;
}

const file = (name: string, ...steps: Partial<StepFile>[]): ScenarioFile => ({
  scenario: name,
  seed: 'fixed',
  steps: steps.map((step) => ({ on: 'createOrder', ...step })),
});

const open = async (files: readonly ScenarioFile[], delays: Delays = 'real') => {
  const opened = await openScenarios(files);
  const turns: StepRequest[] = [];
  const occasions: Occasion[] = [];
  const claim: Scenarios['claim'] = (sandbox, scenario, steps, turn) => {
    turns.push(turn);
    return opened.scenarios.claim(sandbox, scenario, steps, turn);
  };
  const player = createStepPlayer({
    scenarios: { claim },
    makeReply: ({ status = 200 }, occasion) => {
      occasions.push(occasion);
      return Promise.resolve({ reply: { status, headers: {} }, source: 'scenario' });
    },
    playMeanwhile: ({ call }) => Promise.resolve(`${String(call)} done`),
    delays,
  });
  const prepared = await Promise.all(files.map((one) => prepareScenario(one)));
  const play = async (
    stage: 'received' | 'later',
    { operationId = 'createOrder', headers = {}, hasSandbox = true }: Came = {},
  ) => {
    const record = beginRecord(
      prepared.map((scenario) => scenario.playOf(operationId)).filter((one) => one !== undefined),
    );
    const exchange = {
      id: 'req-1',
      operation: operation(operationId)!,
      pathParameters: {},
      sandbox: hasSandbox ? opened.sandbox : undefined,
      request: {
        path: '/orders',
        query: '',
        header: (name: string) => headers[name],
        headerLines: (name: string) => (headers[name] === undefined ? [] : [headers[name]]),
      },
    } as unknown as Parameters<Scripting['play']>[1];
    const answer = await player.begin(record).play(stage, exchange);
    return { answer, record, status: answer?.reply.status, played: record.played, misses: record.misses };
  };
  return { ...opened, play, turns, occasions };
};

describe('a step that fits', () => {
  test('answers, and is noted', async () => {
    const { play, occasions } = await open([file('own', { reply: { status: 503 }, moveTo: 'later' })]);
    const { status, played, misses } = await play('later');
    expect(status).toBe(503);
    expect(played).toMatchObject([
      { scenario: 'own', step: { number: 1 }, stage: 'later', stateBefore: 'Started', stateAfter: 'later', delay: 0 },
    ]);
    expect(misses).toEqual([]);
    expect(occasions).toMatchObject([{ title: 'Step 1 of the scenario own' }]);
  });

  test('draws anew each time it is used, and the same for the same seed', async () => {
    const seeds = async () => {
      const { play, occasions } = await open([file('own', { reply: { status: 503 } })]);
      await play('later');
      await play('later');
      return occasions.map(({ seed, source }) => [seed, fill('{{random.uuid}}', source)]);
    };
    const [first, second] = await seeds();
    expect([first, second]).toEqual(await seeds());
    expect(first![0]).not.toBe(second![0]);
    expect(first![1]).not.toBe(second![1]);
  });

  test('speaks of the state that it was used in, and of the time that is left in it', async () => {
    const scenario = { ...file('own', { reply: { status: 503 } }), timeline: [{ at: 'PT5S', moveTo: 'later' }] };
    const { play, occasions, wait, of } = await open([scenario]);
    await of.activate('own');
    await wait(1500);
    await play('later');
    expect(fill('{{state.name}} {{state.secondsLeft}} {{now}} {{request.id}}', occasions[0]!.source)).toBe(
      'Started 4 2026-11-20T09:00:01.500Z req-1',
    );
  });

  test('that passes leaves the answer to the next scenario', async () => {
    const { play } = await open([
      file('first', { reply: 'pass' }, { reply: { status: 500 } }),
      file('second', { reply: { status: 503 } }),
    ]);
    const { status, played } = await play('later');
    expect(status).toBe(503);
    expect(played.map(({ scenario, step }) => `${scenario}/${String(step.number)}`)).toEqual(['first/1', 'second/1']);
  });

  test('that answers leaves the next scenario alone', async () => {
    const { play } = await open([file('first', { reply: { status: 503 } }), file('second', { reply: 'pass' })]);
    expect((await play('later')).played).toHaveLength(1);
  });

  test('that drops the connection leaves no answer but what the journal says', async () => {
    const { play } = await open([file('own', { fault: 'EMPTY_RESPONSE' })]);
    const { answer, played } = await play('later');
    expect(answer).toEqual({ reply: { status: 500, headers: {} }, source: 'scenario', isOffContract: true });
    expect(played).toMatchObject([{ fault: { delay: 0, failure: { kind: 'EMPTY_RESPONSE' } } }]);
  });

  test('lets somebody else do something before', async () => {
    const { play } = await open([file('own', { meanwhile: { call: 'deleteOrder' } }, { reply: 'pass' })]);
    expect((await play('later')).played).toMatchObject([{ meanwhile: 'deleteOrder done' }]);
  });
});

describe('a delay', () => {
  const steps = [
    { delay: 'PT2S', times: 1 },
    { fault: 'slow-body' as const, times: 1 },
    { delay: 'PT1S', fault: 'EMPTY_RESPONSE' as const, times: 1 },
    { reply: 'pass' as const },
  ];
  const faults = async (delays: Delays) => {
    const { play } = await open([file('own', ...steps)], delays);
    const found: unknown[] = [];
    while (found.length < steps.length) {
      const [played] = (await play('later')).played;
      found.push({ drawn: played?.delay, fault: played?.fault });
    }
    return found;
  };
  const EMPTY = { kind: 'EMPTY_RESPONSE' };

  test('is waited for, and so is a slow body', async () => {
    expect(await faults('real')).toEqual([
      { drawn: 2000, fault: { delay: 2000, failure: undefined } },
      { drawn: 0, fault: { delay: 0, failure: { kind: 'slow-body', pieces: 10, milliseconds: 5000 } } },
      { drawn: 1000, fault: { delay: 1000, failure: EMPTY } },
      { drawn: 0, fault: undefined },
    ]);
  });

  test('is skipped where nobody is to wait; other faults are not', async () => {
    expect(await faults('skip')).toEqual([
      { drawn: 2000, fault: undefined },
      { drawn: 0, fault: undefined },
      { drawn: 1000, fault: { delay: 0, failure: EMPTY } },
      { drawn: 0, fault: undefined },
    ]);
  });
});

describe('stages', () => {
  test('have their own steps, and only the later one is remembered as asked', async () => {
    const { play } = await open([file('own', { reply: 'pass' }, { at: 'received', reply: { status: 503 } })]);
    const received = await play('received');
    expect(received.played).toMatchObject([{ step: { number: 2 }, stage: 'received' }]);
    expect(received.record.askedLater).toBe(false);
    const later = await play('later');
    expect(later.played).toMatchObject([{ step: { number: 1 }, stage: 'later' }]);
    expect(later.record.askedLater).toBe(true);
  });

  test('play nothing where there is no sandbox', async () => {
    const { play } = await open([file('own', { reply: { status: 503 } })]);
    const { status, record } = await play('later', { hasSandbox: false });
    expect([status, record.askedLater]).toEqual([undefined, false]);
  });

  test('pass over a scenario without steps for them', async () => {
    const { play, turns } = await open([file('own', { at: 'received', reply: { status: 503 } })]);
    expect(await play('later')).toMatchObject({ status: undefined, misses: [] });
    expect(turns).toEqual([]);
  });
});

describe('the Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'k-1' };
  const keys = async (stage: 'received' | 'later', came: Came) => {
    const both = [{ reply: 'pass' as const }, { at: 'received' as const, reply: 'pass' as const }];
    const { play, turns } = await open([file('own', ...both.map((step) => ({ ...step, on: '*' })))]);
    await play(stage, came);
    return turns.map(({ key, maybeReplayOf }) => [key, maybeReplayOf]);
  };

  test('names a request over its retries, which may have been answered before only at received', async () => {
    expect(await keys('later', { headers })).toEqual([['createOrder /orders k-1', undefined]]);
    expect(await keys('received', { headers })).toEqual([['createOrder /orders k-1', 'k-1']]);
    expect(await keys('received', {})).toEqual([[undefined, undefined]]);
  });

  test('means nothing to an operation that takes none', async () => {
    for (const operationId of ['getOrder', 'getPicture'])
      expect(await keys('received', { headers, operationId })).toEqual([[undefined, undefined]]);
  });
});

describe('a step about all operations', () => {
  test('is played for those that describe its status', async () => {
    const { play } = await open([file('own', { on: '*', reply: { problem: 'not-found' } })]);
    expect((await play('later', { operationId: 'getOrder' })).played).toHaveLength(1);
    expect(await play('later')).toMatchObject({ status: undefined, played: [], misses: [] });
  });
});

describe('a near miss', () => {
  test('is noted where no step fits', async () => {
    const { play, turns } = await open([file('own', { when: { headers: { 'X-A': '1' } }, reply: { status: 503 } })]);
    expect((await play('later')).misses).toEqual([
      {
        scenario: 'own',
        step: 1,
        title: undefined,
        difference: { at: 'header X-A', expected: 'equals "1"', actual: 'absent' },
      },
    ]);
    expect(turns).toEqual([]);
    expect(await play('later', { headers: { 'x-a': '1' } })).toMatchObject({ status: 503, misses: [] });
  });

  test('says why a step that fits was not used', async () => {
    const { play } = await open([file('own', { times: 1, reply: 'pass' })]);
    await play('later');
    expect((await play('later')).misses).toMatchObject([
      { difference: { at: 'use', actual: 'the step was used 1 times, which is all' } },
    ]);
  });
});
