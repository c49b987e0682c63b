import { describe, expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../../src/engine/journal/journal-entry.ts';
import type { Redactor } from '../../../../src/engine/journal/redactor.ts';
import type { Settled } from '../../../../src/engine/exchange/exchange.ts';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import { createExpectationWatch } from '../../../../src/engine/scenarios/expectations/expectation-watch.ts';
import type { ScenarioRun } from '../../../../src/engine/scenarios/run.ts';
import { type Scenario, prepareScenario } from '../../../../src/engine/scenarios/scenario.ts';
import type { Expectation } from '../../../../src/generated/scenario-file.ts';
import { severalProcesses } from '../../sandbox/several-processes.ts';
import { identifyEntry } from './identify-entry.ts';

const redactor = {
  identify: identifyEntry,
  redact: (_entry: JournalEntry, value: unknown) => value,
  redactValue: (value: unknown) => value,
} as unknown as Redactor;

const ONCE: readonly Expectation[] = [{ request: 'getOrder', atLeast: 1, atMost: 1 }];

const prepare = (expect: readonly Expectation[] = ONCE, name = 'own'): Promise<Scenario> =>
  prepareScenario({ scenario: name, expect });

const runOf = ({ name, digest }: Scenario, begunAt = 1000): ScenarioRun =>
  ({ name, digest, begunAt }) as unknown as ScenarioRun;

/** Two sandboxes, whose clocks say 1000, and the monotonic clock of the server, which says 50. */
const open = ({
  sharesUnowned = true,
  elapsed = 50,
}: { readonly sharesUnowned?: boolean; readonly elapsed?: number } = {}) => {
  const watch = createExpectationWatch({
    redactor,
    sharesUnowned,
    clock: { now: () => 0, elapsed: () => elapsed },
  });
  const sandboxOf = (organization: string): Sandbox =>
    ({ organization, clock: { now: () => 1000 } }) as unknown as Sandbox;
  return {
    watch,
    demo: sandboxOf('demo'),
    other: sandboxOf('other'),
    /** A request that began when the monotonic clock said so. */
    come: (operationId: string, owner: string | undefined, startedAt = elapsed, headers = {}) => {
      const entry = {
        id: 'req',
        method: 'GET',
        path: '/',
        startedAt,
        endedReadingAt: startedAt,
        status: 200,
        headers,
      };
      const exchange = { request: { query: '', header: () => undefined } };
      watch.onExchange(
        { ...entry, operation: { id: operationId } } as JournalEntry,
        owner,
        exchange as unknown as Settled,
      );
    },
    emit: (organization: string, type: string, createdAt = 1000) => {
      watch.emitted(organization, [{ id: 'evt', type, seller: undefined, createdAt, data: {} }]);
    },
  };
};

const countOf = ({ watch }: ReturnType<typeof open>, sandbox: Sandbox, scenario: Scenario, run = runOf(scenario)) =>
  watch.reportOf(sandbox, scenario, run).expectations.map(({ count }) => count);

test('a request that counts may be on its way at the activation, where that is said', async () => {
  const all = open();
  const scenario = await prepare();
  all.watch.begin(all.demo, scenario, runOf(scenario), { countsOnTheWay: true });
  all.come('getOrder', 'demo', 10);
  expect(countOf(all, all.demo, scenario)).toEqual([1]);
});

test('an entry without its exchange, which nobody can read any more, does not count', async () => {
  const all = open();
  const scenario = await prepare();
  all.watch.begin(all.demo, scenario, runOf(scenario));
  all.watch.onExchange({ startedAt: 50, operation: { id: 'getOrder' } } as JournalEntry, 'demo', undefined);
  expect(countOf(all, all.demo, scenario)).toEqual([0]);
});

test.each([
  [true, 1],
  [false, 0],
])(
  'what belongs to nobody, where everybody sees it: %p, counts for everybody so often: %d',
  async (sharesUnowned, count) => {
    const all = open({ sharesUnowned });
    const scenario = await prepare();
    for (const sandbox of [all.demo, all.other]) all.watch.begin(sandbox, scenario, runOf(scenario));
    all.come('getOrder', undefined);
    expect(countOf(all, all.demo, scenario)).toEqual([count]);
    expect(countOf(all, all.other, scenario)).toEqual([count]);
  },
);

describe('a run', () => {
  test('that ended, was forgotten or began anew has nothing left of what came', async () => {
    const all = open();
    const scenario = await prepare();
    for (const change of [
      () => {
        all.watch.end(all.demo, 'own');
      },
      () => {
        all.watch.begin(all.demo, { ...scenario, compiledExpectations: [] }, runOf(scenario));
      },
      () => {
        all.watch.live.load({ sandbox: 'demo', uuid: 'demo' }, undefined);
      },
      () => {
        all.watch.begin(all.demo, scenario, runOf(scenario));
      },
    ]) {
      all.watch.begin(all.demo, scenario, runOf(scenario));
      all.come('getOrder', 'demo');
      expect(countOf(all, all.demo, scenario)).toEqual([1]);
      change();
      expect(countOf(all, all.demo, scenario)).toEqual([0]);
    }
  });

  test('of another version of the file, or begun at another time, is another one', async () => {
    const all = open();
    const scenario = await prepare();
    const edited = await prepare([{ request: 'getOrder' }]);
    all.watch.begin(all.demo, scenario, runOf(scenario));
    all.come('getOrder', 'demo');
    expect(countOf(all, all.demo, scenario, runOf(scenario, 1001))).toEqual([0]);
    all.watch.begin(all.demo, scenario, runOf(scenario));
    all.come('getOrder', 'demo');
    expect(countOf(all, all.demo, edited)).toEqual([0]);
  });
});

test('expectations are counted on by another process, also by one that has not loaded the scenario yet', async () => {
  const scenario = await prepare();
  const processes = [open(), open(), open()];
  const owner = { sandbox: 'demo', uuid: 'demo' };
  const several = severalProcesses(processes, ({ watch }) => [watch.live], owner);
  several.on(0, ({ watch, demo }) => {
    watch.begin(demo, scenario, runOf(scenario));
  });
  several.on(0, ({ come }) => {
    come('getOrder', 'demo');
  });
  const report = ({ watch, demo }: ReturnType<typeof open>) => watch.reportOf(demo, scenario, runOf(scenario));
  // Hands on what it does not know itself.
  several.on(2, ({ come, emit }) => {
    come('getOrder', 'demo');
    emit('demo', 'kyc.done');
  });
  expect(several.on(1, report)).toMatchObject({ verdict: 'met', complete: true });
  several.on(1, ({ come }) => {
    come('getOrder', 'demo');
  });
  expect(several.on(0, report)).toMatchObject({ verdict: 'not-met', complete: true, expectations: [{ count: 2 }] });
  several.startOver();
  expect(several.on(0, report)).toMatchObject({ verdict: 'not-met', complete: true });
  several.on(1, ({ watch, demo }) => {
    watch.end(demo, 'own');
  });
  expect(several.on(0, ({ watch }) => [...watch.verdictsIn('demo')])).toEqual([]);
});

test('a scenario that was activated again is not counted on from its former run', async () => {
  const scenario = await prepare();
  const several = severalProcesses([open(), open()], ({ watch }) => [watch.live], { sandbox: 'demo', uuid: 'demo' });
  several.on(0, ({ watch, demo, come }) => {
    watch.begin(demo, scenario, runOf(scenario));
    come('getOrder', 'demo');
  });
  expect(several.on(1, ({ watch, demo }) => watch.reportOf(demo, scenario, runOf(scenario, 2000)))).toMatchObject({
    complete: false,
    expectations: [{ count: 0 }],
  });
});

test('a client that another process has told to wait must have waited, whatever the monotonic clocks say', async () => {
  const scenario = await prepare([{ request: 'getOrder', afterRetryAfter: true }]);
  const processes = [open(), open({ elapsed: 1_000_000 })];
  const several = severalProcesses(processes, ({ watch }) => [watch.live], { sandbox: 'demo', uuid: 'demo' });
  several.on(0, ({ watch, demo, come }) => {
    watch.begin(demo, scenario, runOf(scenario));
    come('getOrder', 'demo', 50, { 'retry-after': '60' });
  });
  several.on(1, ({ watch, demo, come }) => {
    watch.resume(demo, scenario, runOf(scenario));
    come('getOrder', 'demo', 1_000_010);
  });
  expect(several.on(1, ({ watch, demo }) => watch.reportOf(demo, scenario, runOf(scenario)))).toMatchObject({
    verdict: 'not-met',
    expectations: [{ fault: expect.stringContaining('asked to wait 60 s') }],
  });
});
