import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Evaluation, observe, reportOf } from '../../../../src/engine/scenarios/expectations/evaluation.ts';
import type { Observation } from '../../../../src/engine/scenarios/expectations/observed.ts';
import { compileExpectation } from '../../../../src/engine/scenarios/expectations/expectation.ts';
import type { Expectation } from '../../../../src/generated/scenario-file.ts';
import { type CameOptions, cameRequest, evaluate } from '../../../support/came.ts';

const RUN = { scenario: 'tested', activatedAt: 0, seenSince: undefined };

interface Came extends CameOptions {
  readonly at: number;
  readonly operationId: string;
  readonly answered: number;
}

const story: fc.Arbitrary<readonly Came[]> = fc
  .array(
    fc.record({
      operationId: fc.constantFrom('a', 'b'),
      answered: fc.constantFrom(200, 409),
      key: fc.constantFrom('k', 'l'),
      gap: fc.nat(900),
    }),
    { maxLength: 30 },
  )
  .map((all) => {
    let at = 0;
    return all.map(({ gap, ...came }) => ({ ...came, at: (at += gap) }));
  });

const bounds = fc.oneof(
  fc.constant({}),
  fc.record({ times: fc.nat(5) }),
  fc.record({ atLeast: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ atMost: fc.nat(5) }),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(3)).map(([atLeast, more]) => ({ atLeast, atMost: atLeast + more })),
);

const expectations: fc.Arbitrary<Expectation> = fc
  .tuple(
    fc.record(
      {
        request: fc.constantFrom('a', 'b', '*'),
        answered: fc.constantFrom(200, 409),
        sameIdempotencyKey: fc.constant(true as const),
        within: fc.constantFrom('PT1S', 'PT5S'),
      },
      { requiredKeys: ['request'] },
    ),
    bounds,
  )
  .map(([wanted, counted]) => ({ ...wanted, ...counted }));

/** What the words of an expectation mean, written down without any thought of counting as things come. */
const meaning = (expectation: Expectation, all: readonly Came[], now: number): string => {
  const { request, answered, sameIdempotencyKey, within, times, atLeast, atMost } = expectation;
  const limit = within === 'PT1S' ? 1000 : within === 'PT5S' ? 5000 : Infinity;
  const counted = all.filter(
    (came) =>
      (request === '*' || came.operationId === request) &&
      (answered === undefined || came.answered === answered) &&
      came.at <= limit,
  );
  const most = times ?? atMost ?? Infinity;
  const least = times ?? atLeast ?? (atMost === undefined ? 1 : 0);
  if (counted.length > most) return 'not-met';
  if (sameIdempotencyKey === true && new Set(counted.map(({ key }) => key)).size > 1) return 'not-met';
  if (counted.length >= least) return 'met';
  return now > limit ? 'not-met' : 'open';
};

const toHappened = (all: readonly Came[]): Observation[] => all.map(({ at, ...options }) => cameRequest(at, options));

test('the verdict is what the words mean, however much came', async () => {
  await fc.assert(
    fc.asyncProperty(expectations, story, fc.nat(10_000), async (expectation, all, later) => {
      const now = (all.at(-1)?.at ?? 0) + later;
      const { expectations: reports } = evaluate([await compileExpectation(expectation, 0)], RUN, toHappened(all), now);
      expect(reports[0]!.verdict).toBe(meaning(expectation, all, now));
    }),
  );
});

test('a verdict that is final stays, whatever comes after', async () => {
  await fc.assert(
    fc.asyncProperty(expectations, story, fc.nat(30), async (expectation, all, cut) => {
      const compiledExpectation = await compileExpectation(expectation, 0);
      const before = all.slice(0, cut);
      const then = evaluate([compiledExpectation], RUN, toHappened(before), before.at(-1)?.at ?? 0);
      const later = evaluate([compiledExpectation], RUN, toHappened(all), all.at(-1)?.at ?? 0);
      if (then.final) expect(later.verdict).toBe(then.verdict);
      if (then.verdict === 'not-met') expect(later.verdict).toBe('not-met');
    }),
  );
});

test('what is remembered of thousands is bounded, and the count is right', async () => {
  const compiledExpectation = await compileExpectation({ request: '*', atLeast: 5000 }, 0);
  const all = Array.from({ length: 5000 }, (_, at) => cameRequest(at, { id: String(at) }));
  const { verdict, count, requests } = evaluate([compiledExpectation], RUN, all, 5000).expectations[0]!;
  expect({ verdict, count }).toEqual({ verdict: 'met', count: 5000 });
  expect(requests.map(({ id }) => Number(id))).toEqual([
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    ...[4990, 4991, 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999],
  ]);
});

test('an evaluation that another process goes on with ends as one that nobody interrupted', async () => {
  await fc.assert(
    fc.asyncProperty(expectations, story, fc.nat(30), fc.nat(10_000), async (expectation, all, cut, later) => {
      const now = (all.at(-1)?.at ?? 0) + later;
      const compiled = [await compileExpectation(expectation, 0)];
      const happened = toHappened(all);
      const run: Evaluation = { ...RUN, expectations: compiled, counts: [] };
      const before = happened.slice(0, cut).reduce(observe<Evaluation>, run);
      const { counts, newest } = JSON.parse(JSON.stringify(before)) as Evaluation;
      const after = happened.slice(cut).reduce(observe<Evaluation>, { ...run, counts, newest });
      expect(reportOf(after, now)).toEqual(evaluate(compiled, RUN, happened, now));
    }),
  );
});
