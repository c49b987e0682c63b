import { setTimeout as sleep } from 'node:timers/promises';
import { NO_POSTGRES, findPgBouncer, findPostgres } from '../support/postgres/programs.ts';
import { HELP, readOptions } from './options.ts';
import type { Proof, Stage, Way } from './proof.ts';
import { PROOFS } from './proofs/all.ts';
import { type Fleet, type FleetOptions, startFleet } from './stage/fleet.ts';

// Starts three servers on one PostgreSQL behind a proxy for each proof, and says what held while servers and database
// failed. One line for each proof; the last line counts.

const options = readOptions(process.argv.slice(2));
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (options.help || options.list) {
  say(options.help ? HELP : '');
  for (const { name, claim, ways = ['postgres'] } of options.list ? PROOFS : [])
    say(`${name} (${ways.join(', ')})\n  ${claim}\n`);
  process.exit(0);
}
if (findPostgres() === undefined || findPgBouncer() === undefined) {
  say(NO_POSTGRES);
  process.exit(1);
}

interface Chosen {
  readonly proof: Proof;
  readonly way: Way;
  readonly name: string;
}

const { only, isShort } = options;
const chosen = PROOFS.flatMap((proof) =>
  (proof.ways ?? ['postgres']).map((way): Chosen => ({
    proof,
    way,
    name: way === 'postgres' ? proof.name : `${proof.name}, ${way}`,
  })),
)
  // The short form takes the first way, unless others are asked for.
  .filter(({ proof, way }) => !isShort || only !== undefined || way === (proof.ways?.[0] ?? 'postgres'))
  .filter(({ proof, name }) => only?.some((part) => name.includes(part)) ?? !(isShort && proof.long === true));

/** Faults of one kind are told once; a proof that fails often would fill the screen. */
const MOST_FAULTS = 8;

/** The servers of the proof before, if none of them came to harm: each proof has sandboxes of its own. */
let kept: { readonly fleet: Fleet; readonly key: string } | undefined;

const fleetFor = async (way: Way, wish: FleetOptions = {}): Promise<Fleet> => {
  const key = JSON.stringify([way, wish]);
  if (kept?.key === key && kept.fleet.replicas.every(({ isRunning }) => isRunning())) return kept.fleet;
  await kept?.fleet.stop();
  kept = { fleet: await startFleet(way, wish), key };
  return kept.fleet;
};

const show = async ({ proof, way, name }: Chosen): Promise<boolean> => {
  const faults = new Set<string>();
  const notes: string[] = [];
  const stage: Stage = {
    way,
    isShort,
    sized: (long, short) => (isShort ? short : long),
    startFleet: (wish) => fleetFor(way, wish),
    expect: (isSo, fault) => {
      if (!isSo) faults.add(fault);
    },
    note: (text) => notes.push(text),
    sleep: (milliseconds) => sleep(milliseconds),
  };
  const begin = performance.now();
  try {
    await proof.show(stage);
  } catch (error) {
    faults.add(`it broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  const seconds = (performance.now() - begin) / 1000;
  say(`${faults.size === 0 ? 'held  ' : 'FAILED'} ${name}: ${[...notes, `${seconds.toFixed(1)} s`].join('; ')}`);
  for (const fault of [...faults].slice(0, MOST_FAULTS)) say(`       ${fault}`);
  if (faults.size > MOST_FAULTS) say(`       and ${String(faults.size - MOST_FAULTS)} more`);
  // Servers that did not hold would spoil the next proof.
  if (faults.size > 0 && kept !== undefined) {
    say((await kept.fleet.logs()).replaceAll(/^/gm, '       | '));
    await kept.fleet.stop();
    kept = undefined;
  }
  return faults.size === 0;
};

// What ends the proofs ends what they have started.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void (kept?.fleet.stop() ?? Promise.resolve()).finally(() => process.exit(1));
  });

let held = 0;
for (const each of chosen) if (await show(each)) held++;
await kept?.fleet.stop();
say(`${String(chosen.length)} proofs, ${String(held)} held, ${String(chosen.length - held)} failed`);
process.exit(held === chosen.length && chosen.length > 0 ? 0 : 1);
