import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countDescriptors, readMemory } from './server/read-process.ts';
import { type RunningServer, startServer } from './server/start-server.ts';
import { createLoad } from './soak/load.ts';
import { slopeOf } from './soak/slope.ts';

// Mixed load for a while, on a server with --data and on one without: what is left behind by resets, scenarios and
// webhooks must not add up. Samples are taken while the load pauses, after a collection of garbage.
//
//   npm run soak                   ten minutes
//   npm run soak -- --minutes 90

const HELP = `npm run soak -- [--minutes NUMBER]

  --minutes NUMBER   how long; 10 without it, at least 0.2`;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, help: { type: 'boolean', default: false } },
});
const minutes = Number(values.minutes);
if (values.help || !(minutes >= 0.2)) {
  process.stdout.write(`${HELP}\n`);
  process.exit(values.help ? 0 : 2);
}
const SAMPLES = Math.max(12, Math.round(minutes * 2));
/** The first share of the time, in which caches and pools fill. */
const WARM_UP = 0.25;

/** For each figure: what it may grow by in a minute, and by how much it moves without growing. */
const BOUNDS: Readonly<Record<Figure, { readonly perMinute: number; readonly noise: number }>> = {
  'heap MB': { perMinute: 0.5, noise: 6 },
  descriptors: { perMinute: 0.5, noise: 6 },
  timers: { perMinute: 0.5, noise: 6 },
  handles: { perMinute: 0.5, noise: 6 },
};

type Figure = 'heap MB' | 'descriptors' | 'timers' | 'handles';
const FIGURES: readonly Figure[] = ['heap MB', 'descriptors', 'timers', 'handles'];
type Sample = Readonly<Record<Figure, number>> & { readonly minute: number; readonly rss: number };

const MEBIBYTE = 1_048_576;

const HOSTED = ['--mode', 'hosted', '--public-url', 'https://stub.example'];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const sample = async (server: RunningServer, minute: number): Promise<Sample> => {
  // Twice: what the first collection finalizes, the second frees.
  await server.gauge();
  const gauge = await server.gauge();
  if (gauge === undefined) throw new Error(`the server does not answer: ${server.ending()}`);
  const { Timeout: timers = 0, Immediate: _immediate, ...others } = gauge.resources;
  return {
    minute,
    rss: (readMemory(server.pid)?.now ?? 0) / MEBIBYTE,
    'heap MB': gauge.heap / MEBIBYTE,
    descriptors: countDescriptors(server.pid) ?? 0,
    timers,
    handles: Object.values(others).reduce((sum, count) => sum + count, 0),
  };
};

interface Soaked {
  readonly name: string;
  readonly samples: readonly Sample[];
  readonly requests: number;
  readonly faults: readonly string[];
}

const soak = async (name: string, flags: readonly string[], folder: string): Promise<Soaked> => {
  const server = await startServer({
    folder,
    nodeFlags: ['--expose-gc'],
    // The load would meet the limit of control calls, and then deactivate a scenario whose upload was refused.
    flags: [...HOSTED, '--log-level', 'error', '--limits', 'control-calls-per-minute=100000', ...flags],
  });
  if (!server.isAlive()) throw new Error(`the server ${server.ending()}: ${server.log().slice(-1000)}`);
  const load = await createLoad(server.url);
  const samples: Sample[] = [];
  const begin = performance.now();
  for (let index = 1; index <= SAMPLES && server.isAlive(); index++) {
    const until = begin + ((minutes * 60_000) / SAMPLES) * index;
    await load.run(until);
    // Deliveries and keep-alive connections of the load come to their end.
    await sleep(1500);
    samples.push(await sample(server, (performance.now() - begin) / 60_000));
  }
  const faults = [...load.faults(), ...(server.isAlive() ? [] : [`the server ${server.ending()}`])];
  await server.stop();
  return { name, samples, requests: load.requests(), faults };
};

const judge = ({ name, samples, faults, requests }: Soaked): readonly string[] => {
  const found = faults.map((fault) => `${name}: ${fault}`);
  if (requests === 0) found.push(`${name}: no load`);
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  for (const figure of FIGURES) {
    const slope = slopeOf(settled.map((each) => [each.minute, each[figure]]));
    const { perMinute, noise } = BOUNDS[figure];
    const span = (settled.at(-1)?.minute ?? 0) - (settled[0]?.minute ?? 0);
    const isGrowing = slope > perMinute && slope * span > noise;
    if (isGrowing) found.push(`${name}: ${figure} grow by ${slope.toFixed(2)} a minute`);
  }
  return found;
};

const show = ({ name, samples, requests }: Soaked): void => {
  say(`\n${name}: ${String(requests)} requests`);
  say(`${'minute'.padStart(8)}${[...FIGURES, 'rss MB'].map((each) => each.padStart(13)).join('')}`);
  const every = Math.ceil(samples.length / 12);
  for (const [index, each] of samples.entries())
    if (index % every === 0 || index === samples.length - 1)
      say(
        `${each.minute.toFixed(1).padStart(8)}${FIGURES.map((figure) =>
          each[figure].toFixed(figure === 'heap MB' ? 1 : 0).padStart(13),
        ).join('')}${each.rss.toFixed(0).padStart(13)}`,
      );
};

const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-soak-'));
try {
  const soaked = await Promise.all([
    soak('in memory', [], folder),
    soak('with --data', ['--data', path.join(folder, 'data')], folder),
  ]);
  soaked.forEach(show);
  const found = soaked.flatMap(judge);
  say('');
  for (const fault of found) say(`FAILED ${fault}`);
  say(`soak of ${String(minutes)} minutes: ${found.length === 0 ? 'flat' : `${String(found.length)} failed`}`);
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
