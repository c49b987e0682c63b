import { describe, expect, test } from '@jest/globals';
import type { Arrived, Opened, Settled } from '../../../src/engine/exchange/exchange.ts';
import type { Answer } from '../../../src/engine/message/answer.ts';
import {
  type Refuse,
  type SettleStage,
  type Stage,
  beginPipeline,
  halt,
} from '../../../src/engine/pipeline/pipeline.ts';
import { requestOf } from './request-of.ts';

const ARRIVED: Arrived = { request: requestOf() };

const answer = (status: number): Answer => ({ reply: { status, headers: {} }, source: 'stateful' });

/** Stages that note their names as they run, and what they saw. */
const start = () => {
  const log: string[] = [];
  const refused: { readonly thrown: unknown; readonly endedAt: string; readonly id: unknown }[] = [];

  const stage = <Added extends object, Needs extends object = Arrived>(
    name: string,
    run: (exchange: Needs) => ReturnType<Stage<Needs, Added>['run']>,
  ): Stage<Needs, Added> => ({
    name,
    run: (exchange) => {
      log.push(name);
      return run(exchange);
    },
  });
  const settle = (name: string, run: SettleStage['run'] = () => undefined): SettleStage => ({
    name,
    run: (exchange) => {
      log.push(name);
      return run(exchange);
    },
  });
  const refuse: Refuse = (thrown, exchange, endedAt) => {
    refused.push({ thrown, endedAt, id: (exchange as Partial<Opened>).id });
    return answer(500);
  };
  return { log, refused, stage, settle, refuse };
};

describe('stages', () => {
  test('run in order, each with what the former ones added, whether they answer at once or later', async () => {
    const { log, stage, refuse } = start();
    const settled = await beginPipeline()
      .stage(stage('first', () => ({ one: 1 })))
      .stage(stage('second', async ({ one }: Arrived & { one: number }) => Promise.resolve({ two: one + 1 })))
      .stage(stage('third', ({ two }: Arrived & { two: number }) => answer(200 + two)))
      .build(refuse)(ARRIVED);
    expect(log).toEqual(['first', 'second', 'third']);
    expect(settled).toMatchObject({ one: 1, two: 2, reply: { status: 202 }, endedAt: 'third' });
    expect(settled.request).toBe(ARRIVED.request);
  });

  test.each([
    ['at once', () => halt(answer(204))],
    ['later', () => halt(answer(204))],
  ])('one that halts %s ends the request with its answer', async (_when, run) => {
    const { log, stage, settle, refuse, refused } = start();
    const settled = await beginPipeline()
      .stage(stage('first', run))
      .stage(stage('second', () => answer(200)))
      .settle(settle('settle'))
      .build(refuse)(ARRIVED);
    expect(log).toEqual(['first', 'settle']);
    expect(settled).toMatchObject({ reply: { status: 204 }, endedAt: 'first' });
    expect(refused).toEqual([]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('one that %s is refused by name, with what was known until then', async (_how, run) => {
    const { log, stage, settle, refuse, refused } = start();
    const settled = await beginPipeline()
      .stage(stage('first', () => ({ id: 'x-1' })))
      .stage(stage('second', run))
      .stage(stage('third', () => answer(200)))
      .settle(settle('settle'))
      .build(refuse)(ARRIVED);
    expect(log).toEqual(['first', 'second', 'settle']);
    expect(refused).toEqual([{ thrown: new Error('broken'), endedAt: 'second', id: 'x-1' }]);
    expect(settled).toMatchObject({ id: 'x-1', reply: { status: 500 }, endedAt: 'second' });
  });

  test('a refusal may take its time', async () => {
    const { stage } = start();
    const settled = await beginPipeline()
      .stage(stage('first', () => Promise.reject(new Error('broken'))))
      .build(() => Promise.resolve(answer(503)))(ARRIVED);
    expect(settled.reply.status).toBe(503);
  });

  test('two requests at the same time share nothing', async () => {
    const { stage, refuse } = start();
    let id = 0;
    const run = beginPipeline()
      .stage(stage('first', async () => Promise.resolve({ id: String(++id) })))
      .stage(stage('second', () => answer(200)))
      .build(refuse);
    const both = await Promise.all([run(ARRIVED), run({ request: requestOf({ method: 'POST' }) })]);
    expect(both.map((each) => [each.id, each.request.method])).toEqual([
      ['1', 'GET'],
      ['2', 'POST'],
    ]);
  });
});

describe('settle stages', () => {
  const settling = async (...settles: readonly SettleStage[]) => {
    const { stage, refuse, refused } = start();
    let pipeline = beginPipeline().stage(stage('only', () => answer(200)));
    for (const settle of settles) pipeline = pipeline.settle(settle);
    return { settled: await pipeline.build(refuse)(ARRIVED), refused };
  };
  const { settle } = start();

  test.each<[string, SettleStage['run']]>([
    ['at once', () => answer(304)],
    ['later', () => Promise.resolve(answer(304))],
  ])('one may put another answer in place %s, which the next ones see', async (_when, run) => {
    const seen: number[] = [];
    const look = settle('look', ({ reply }) => {
      seen.push(reply.status);
      return undefined;
    });
    const { settled } = await settling(look, settle('change', run), look);
    expect(seen).toEqual([200, 304]);
    expect(settled).toMatchObject({ reply: { status: 304 }, endedAt: 'only' });
  });

  test.each<[string, SettleStage['run']]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('one that %s is refused, and all that follow still run', async (_how, run) => {
    const seen: Settled[] = [];
    const look = settle('look', (exchange) => {
      seen.push({ ...exchange });
      return undefined;
    });
    const { settled, refused } = await settling(
      settle('throws', run),
      look,
      settle('change', () => undefined),
      look,
    );
    expect(refused).toEqual([{ thrown: new Error('broken'), endedAt: 'throws', id: undefined }]);
    expect(seen.map(({ reply }) => reply.status)).toEqual([500, 500]);
    expect(settled).toMatchObject({ reply: { status: 500 }, endedAt: 'only' });
  });

  test('a refusal of what one threw may take its time, and comes before the next', async () => {
    const { stage } = start();
    const seen: number[] = [];
    const throwing = settle('throws', () => Promise.reject(new Error('broken')));
    const look = settle('look', ({ reply }) => {
      seen.push(reply.status);
      return undefined;
    });
    await beginPipeline()
      .stage(stage('only', () => answer(200)))
      .settle(throwing)
      .settle(look)
      .build(() => Promise.resolve(answer(503)))(ARRIVED);
    expect(seen).toEqual([503]);
  });
});

describe('a fork', () => {
  type Chosen = 'backwards' | 'first-last' | undefined;

  const forking = async (choose: (exchange: Arrived) => string | undefined, b = (): object => ({ b: 'b' })) => {
    const { log, stage, refuse } = start();
    const stages = { a: stage('a', () => ({ a: 'a' })), b: stage('b', b), c: stage('c', () => ({ c: 'c' })) };
    const settled = await beginPipeline()
      .stage(stage('before', () => ({ id: 'x-1' })))
      .fork({
        choose: choose as (exchange: Arrived) => Chosen,
        stages,
        usual: ['a', 'b', 'c'],
        others: { backwards: ['c', 'b', 'a'], 'first-last': ['b', 'c', 'a'] },
      })
      .stage(stage('after', () => answer(200)))
      .build(refuse)(ARRIVED);
    return { log, settled };
  };

  test.each([
    [undefined, 'a b c'],
    ['backwards', 'c b a'],
    ['first-last', 'b c a'],
    ['unknown', 'a b c'],
  ])('chosen as %s runs its stages in the order %s, between the others', async (chosen, order) => {
    const { log, settled } = await forking(() => chosen);
    expect(log.join(' ')).toBe(`before ${order} after`);
    expect(settled).toMatchObject({ a: 'a', b: 'b', c: 'c', endedAt: 'after' });
  });

  test('is chosen once for each request, by what is known before it', async () => {
    const asked: unknown[] = [];
    await forking((exchange) => {
      asked.push((exchange as Partial<Opened>).id);
      return 'backwards';
    });
    expect(asked).toEqual(['x-1']);
  });

  test('ends where one of its stages halts, in each order', async () => {
    const ended = async (chosen: Chosen) => {
      const { log, settled } = await forking(
        () => chosen,
        () => halt(answer(429)),
      );
      return [log.join(' '), settled.endedAt, settled.reply.status];
    };
    expect(await ended(undefined)).toEqual(['before a b', 'b', 429]);
    expect(await ended('backwards')).toEqual(['before c b', 'b', 429]);
  });

  test('shows all its orders in the plan', () => {
    const { stage } = start();
    const stages = { a: stage('a', () => ({})), b: stage('b', () => ({})) };
    const { plan } = beginPipeline()
      .stage(stage('before', () => ({})))
      .fork({
        choose: () => undefined,
        stages,
        usual: ['a', 'b'],
        others: { backwards: ['b', 'a'] },
      })
      .stage(stage('after', () => ({})));
    const names = (stages: readonly { readonly name: string }[]) => stages.map(({ name }) => name).join(' ');
    expect(names(plan.stages)).toBe('before a b after');
    expect([...plan.others].map(([name, stages]) => [name, names(stages)])).toEqual([
      ['backwards', 'before b a after'],
    ]);
  });

  test('is refused where there is one already, and where no stage is before it', () => {
    const { stage } = start();
    const stages = { a: stage('a', () => ({})) };
    const fork = { choose: () => undefined, stages, usual: ['a'], others: {} } as const;
    const pipeline = beginPipeline().stage(stage('before', () => ({})));
    expect(() => pipeline.fork(fork).fork(fork)).toThrow('A pipeline has at most one fork');
    expect(() => beginPipeline().fork(fork)).toThrow('A fork needs a stage before it');
  });
});
