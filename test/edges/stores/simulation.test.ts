import { expect, test } from '@jest/globals';
import { homeOf, isCommon } from '../../../src/edges/stores/home-database.ts';
import { DIRECTORY } from '../../../src/engine/sandbox/directory.ts';
import type { StoreReader, StoreTransaction } from '../../../src/engine/sandbox/store.ts';
import { type Random, createRandom } from '../../../src/kernel/random.ts';
import { runs } from '../../support/long-form.ts';
import { type SimulatedServer, createSimulation } from './simulation.ts';

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: 1_000_000 } as const;

interface Thing {
  readonly id: string;
}

/** What clients of a sandbox know. */
const createModel = () => ({
  asked: new Set<string>(),
  answered: new Set<string>(),
  /** Refused, so that it may have been done or not. */
  unknown: new Set<string>(),
  /** Unknown, and not there when somebody looked later. */
  gone: new Set<string>(),
  counted: { asked: 0, answered: 0 },
});

type Model = ReturnType<typeof createModel>;

const add = (transaction: StoreTransaction, id: string): void => {
  transaction.insert('things', () => ({ id, value: { id }, keysOf: () => [{ name: 'id', text: id }] }));
  transaction.putContent(id, Buffer.from(id));
};

const countIn = (reader: StoreReader): number => (reader.get('counters', 'n') as { n: number } | undefined)?.n ?? 0;

const increment = (transaction: StoreTransaction): void => {
  const n = countIn(transaction);
  if (n === 0) transaction.insert('counters', () => ({ id: 'n', value: { n: 1 } }));
  else transaction.update('counters', 'n', { n: n + 1 });
};

const idsIn = (reader: StoreReader): readonly string[] =>
  reader.list('things', ALL).values.map((value) => (value as Thing).id);

/** One history: random calls at random servers, while whatever may happen to servers and networks does. */
const play = async (random: Random, steps: number): Promise<readonly string[]> => {
  const simulation = createSimulation(random);
  const models = new Map(['demo', '$snapshots/demo', 'other', DIRECTORY].map((sandbox) => [sandbox, createModel()]));
  const faults: string[] = [];
  let number = 0;
  for (let n = 0; n < 3; n++) simulation.addServer();
  await simulation.settle();

  const pick = <T>(all: readonly T[]): T | undefined =>
    all.length === 0 ? undefined : all[random.integer(0, all.length - 1)];

  const change = async ({ store }: SimulatedServer, sandbox: string, model: Model): Promise<void> => {
    const id = String(++number);
    const kind = pick(['add', 'add', 'add', 'count', 'throw']);
    if (kind === 'throw') {
      // It was never asked for, so that nobody may see it.
      const work = (transaction: StoreTransaction): never => {
        add(transaction, id);
        throw new Error('no');
      };
      await store.transact(sandbox, work).catch(() => undefined);
      return;
    }
    if (kind === 'count') {
      model.counted.asked += 1;
      await store.transact(sandbox, increment);
      model.counted.answered += 1;
      return;
    }
    model.asked.add(id);
    try {
      await store.transact(sandbox, (transaction) => {
        add(transaction, id);
      });
      model.answered.add(id);
    } catch (error) {
      model.unknown.add(id);
      throw error;
    }
  };

  const look = async ({ store, id: at }: SimulatedServer, sandbox: string, model: Model): Promise<void> => {
    const [answered, unknown, counted] = [[...model.answered], [...model.unknown], model.counted.answered];
    const { ids, n } = await store.read(sandbox, (reader) => ({ ids: idsIn(reader), n: countIn(reader) }));
    const seen = new Set(ids);
    const fault = (what: string): void => void faults.push(`${sandbox} at ${at}: ${what}`);
    if (seen.size < ids.length) fault(`doubled among ${String(ids)}`);
    for (const id of answered) if (!seen.has(id)) fault(`${id} was answered and is not there`);
    for (const id of seen) {
      if (!model.asked.has(id)) fault(`${id} was not asked for and is there`);
      if (model.gone.has(id)) fault(`${id} was gone and is there`);
    }
    if (n < counted || n > model.counted.asked) fault(`counted ${String(n)}, not at least ${String(counted)}`);
    // Whoever is not the home reads what is kept, to which what is still on its way may be added.
    if (!isCommon(sandbox)) for (const id of unknown) if (!seen.has(id)) model.gone.add(id);
  };

  const readContent = async ({ store }: SimulatedServer, sandbox: string, model: Model): Promise<void> => {
    const id = pick([...model.answered]);
    if (id === undefined || isCommon(sandbox)) return;
    const bytes = await store.read(sandbox, (reader) => reader.content(id));
    if (Buffer.from(bytes ?? []).toString() !== id)
      faults.push(`the content of ${id} of ${sandbox} is ${String(bytes)}`);
  };

  const call = (): void => {
    const server = pick(simulation.running());
    const [sandbox, model] = pick([...models])!;
    if (server === undefined) return;
    const { shared } = server.store;
    const work = {
      change: () => change(server, sandbox, model),
      look: () => look(server, sandbox, model),
      content: () => readContent(server, sandbox, model),
      leave: () => shared.leave(homeOf(sandbox)),
      claim: () => shared.claimIfFree(homeOf(sandbox)),
    }[pick(['change', 'change', 'change', 'look', 'look', 'content', 'leave', 'claim'] as const)!];
    // What is refused is refused in words: the model knows what that means.
    void work().catch(() => undefined);
  };

  const step = async (): Promise<void> => {
    const dice = random.integer(0, 999);
    if (dice < 330) call();
    else if (dice < 800) await simulation.deliver(true);
    else if (dice < 890) await simulation.advance(random.integer(1, 400));
    else if (dice < 915) await simulation.advance(random.integer(2000, 7000));
    else if (dice < 930) simulation.deliverLate();
    else if (dice < 940) simulation.cut();
    else if (dice < 960) {
      const server = pick(simulation.running());
      if (server !== undefined && simulation.running().length > 1) server.isStopped = true;
    } else if (dice < 990) {
      const server = pick(simulation.servers.filter(({ isStopped }) => isStopped));
      if (server !== undefined) server.isStopped = false;
    } else {
      const server = pick(simulation.servers);
      if (server !== undefined) simulation.kill(server);
      simulation.addServer();
    }
    await simulation.settle();
  };

  for (let n = 0; n < steps && faults.length === 0; n++) await step();

  await simulation.heal();
  for (const [sandbox, model] of models) {
    const done = new Set<string>();
    for (let tries = 0; !done.has(sandbox) && tries < 40; tries++) {
      const server = pick(simulation.running())!;
      const over = new Set<string>();
      void look(server, sandbox, model)
        .then(() => done.add(sandbox))
        .catch(() => undefined)
        .finally(() => over.add(sandbox));
      for (let moves = 0; !over.has(sandbox) && moves < 200; moves++) {
        while (await simulation.deliver(false));
        await simulation.advance(100);
      }
    }
    if (!done.has(sandbox)) faults.push(`${sandbox} is not read although nothing is in its way`);
  }
  return faults;
};

/** Steps of one history. */
const STEPS = 250;

test('nothing answered is lost, doubled or invented, whatever ends, stands still or comes late', async () => {
  const histories = runs({ short: 10_000, long: 200_000 }) / STEPS;
  for (let history = 0; history < histories; history++) {
    const seed = `simulation/${String(history)}`;
    expect([seed, await play(createRandom(seed), STEPS)]).toEqual([seed, []]);
  }
}, 600_000);
