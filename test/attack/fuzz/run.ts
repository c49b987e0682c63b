import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../../src/kernel/random.ts';
import { boundsFor } from '../bounds.ts';
import type { RunningServer } from '../server/start-server.ts';
import type { Kind } from './kind.ts';
import { KINDS } from './kinds/all.ts';
import { type Ground, closeGround, createPlace, dropPlace, openGround } from './place.ts';

// npm run fuzz -- [--minutes N] [--seed TEXT] [--only KIND,...] [--from N]
// Sends what grammars draw, and asks after each input what it did to the server. Input N of a kind follows from the seed.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: 'fuzz' },
    only: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
});
const only = values.only?.split(',');
const until = performance.now() + Number(values.minutes) * 60_000;
const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-fuzz-'));
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Milliseconds after which a server is replaced by a new one. */
const RENEWED = 300_000;
const FURTHER_TRIES = 2;
const { stall } = boundsFor(false);

let ground: Ground | undefined;

const renew = async (): Promise<Ground> => {
  if (ground !== undefined) await closeGround(ground);
  ground = await openGround(folder);
  return ground;
};

/** Servers whose death is a find already. */
const mourned = new Set<RunningServer>();
let otherDeaths = 0;

const groundFor = async (): Promise<Ground> => {
  if (ground === undefined) return renew();
  const { server, startedAt } = ground;
  if (server.isAlive()) return performance.now() - startedAt < RENEWED ? ground : renew();
  if (!mourned.has(server)) {
    otherDeaths++;
    say(`FOUND  between two inputs: ${deathOf(server)}`);
  }
  return renew();
};

const deathOf = (server: RunningServer): string => `the server ${server.ending()}: ${server.log().slice(-300)}`;

/** An operator's description may be refused, but with a reason. */
const faultsOfStart = (server: RunningServer): readonly string[] => {
  const log = server.log();
  return /^vatmock: /m.test(log) && !/^\s+at /m.test(log) ? [] : [deathOf(server)];
};

interface Trial {
  readonly first?: string | undefined;
  readonly texts: readonly string[];
  readonly faults: readonly string[];
  readonly longest: number;
}

/** Plays an input with a new tenant. */
const play = async (kind: Kind, number: number, known?: readonly string[]): Promise<Trial> => {
  const random = createRandom(`${values.seed}/${kind.name}/${String(number)}`);
  const shared = await groundFor();
  const reader = kind.read === undefined || known !== undefined ? undefined : await createPlace(shared, folder);
  const texts = known ?? kind.draw(random, reader === undefined ? '' : ((await kind.read?.(reader)) ?? ''));
  const flags = await kind.serve?.(texts, folder);
  const own = flags === undefined ? shared : await openGround(folder, flags);
  if (flags !== undefined && !own.server.isAlive())
    return { texts, faults: faultsOfStart(own.server), longest: 0, first: 'refused' };
  const place = reader ?? (await createPlace(own, folder));
  if (kind.isWarmed) await kind.play(place, texts);
  await own.server.gauge();
  own.healthy?.begin();
  const outcomes = await kind.play(place, texts);
  const counts = await own.healthy?.count();
  const gauge = await own.server.gauge();
  const { own: longest = 0, resource = '' } = gauge?.callback ?? {};
  const failed = outcomes.filter((each) => typeof each !== 'string' && each.status === 500);
  const bad = Object.entries(counts?.bad ?? {}).map(([name, count]) => `${name} x ${String(count)}`);
  const faults = [
    ...outcomes.filter((each) => typeof each === 'string'),
    ...(failed.length === 0
      ? []
      : [`500: ${/"level":50.*/.exec(own.server.log())?.[0].slice(0, 900) ?? 'the log has no cause'}`]),
    ...(own.server.isAlive() ? [] : [deathOf(own.server)]),
    ...(gauge === undefined && own.server.isAlive() ? ['the event loop is still held afterwards'] : []),
    ...(longest > stall ? [`one callback (${resource}) held the event loop for ${longest.toFixed(0)} ms`] : []),
    ...(bad.length === 0 ? [] : [`a healthy tenant got ${bad.join(', ')}`]),
  ];
  if (!own.server.isAlive()) mourned.add(own.server);
  if (own !== shared) await closeGround(own);
  else if (own.server.isAlive()) await dropPlace(own, place).catch(() => undefined);
  const [first] = outcomes;
  return {
    texts,
    faults: [...new Set(faults)],
    longest,
    first: typeof first === 'object' ? String(first.status ?? first.end) : first?.slice(0, 20),
  };
};

interface Tally {
  readonly kind: Kind;
  next: number;
  sent: number;
  spent: number;
  /** By status of the first answer: what is refused at once is no test of what comes behind. */
  readonly firsts: Record<string, number>;
  slowest: number;
  slowestIs: number;
  finds: number;
}

/** A death is a find; all else has to show each time, as other programs make the machine slow too. */
const judge = async (kind: Kind, number: number): Promise<Trial> => {
  let trial = await play(kind, number);
  for (let left = FURTHER_TRIES; left > 0 && trial.faults.length > 0; left--) {
    const again = await play(kind, number, trial.texts);
    if (again.faults.length === 0 && !trial.faults.some((fault) => fault.startsWith('the server ')))
      say(`       (${kind.name} ${String(number)} only once: ${trial.faults.join('; ').slice(0, 300)})`);
    if (!trial.faults.some((fault) => fault.startsWith('the server '))) trial = again;
  }
  return trial;
};

const tallies: Tally[] = KINDS.filter(({ name }) => only?.includes(name) ?? true).map((kind) => ({
  kind,
  next: Number(values.from),
  sent: 0,
  firsts: {},
  spent: 0,
  slowest: 0,
  slowestIs: 0,
  finds: 0,
}));

try {
  do {
    const tally = tallies.toSorted((one, other) => one.spent - other.spent)[0];
    if (tally === undefined) break;
    const { kind } = tally;
    const number = tally.next++;
    const begin = performance.now();
    const {
      texts,
      faults,
      longest,
      first = 'none',
    } = await judge(kind, number).catch((error: unknown): Trial => ({
      texts: [],
      faults: [String(error)],
      longest: 0,
    }));
    tally.spent += performance.now() - begin;
    tally.sent++;
    tally.firsts[first] = (tally.firsts[first] ?? 0) + 1;
    if (longest > tally.slowest) Object.assign(tally, { slowest: longest, slowestIs: number });
    if (faults.length === 0) continue;
    tally.finds++;
    const file = path.join(os.tmpdir(), `vatmock-fuzz-${kind.name}-${values.seed}-${String(number)}.json`);
    await writeFile(file, JSON.stringify(texts));
    say(`FOUND  ${kind.name} ${String(number)} (${String(texts.join('').length)} characters, ${file})`);
    for (const fault of faults) say(`       ${fault.replaceAll(/\s+/g, ' ')}`);
    say(`       npm run fuzz -- --seed ${values.seed} --only ${kind.name} --from ${String(number)} --minutes 0`);
  } while (performance.now() < until);
} finally {
  if (ground !== undefined) await closeGround(ground);
  await rm(folder, { recursive: true, force: true });
}

for (const { kind, sent, firsts, slowest, slowestIs, finds } of tallies) {
  const answers = Object.entries(firsts).map(([status, count]) => `${status} x ${String(count)}`);
  say(
    `${kind.name.padEnd(11)}${String(sent).padStart(6)} inputs (${answers.join(', ')}), longest callback ${slowest.toFixed(0)} ms (${String(slowestIs)}), ${String(finds)} finds`,
  );
}
process.exit(otherDeaths === 0 && tallies.every(({ finds }) => finds === 0) ? 0 : 1);
