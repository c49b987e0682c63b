import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Stage } from './attack.ts';
import type { Bounds } from './bounds.ts';
import { type Outcome, countEnds, send } from './network/send.ts';
import type { Gauge } from './server/gauge.ts';
import { MEMORY, type RunningServer, isReady, startServer } from './server/start-server.ts';
import type { Counts } from './tenant/counts.ts';
import { createTenant } from './tenant/create-tenant.ts';
import type { Healthy } from './tenant/watch-healthy.ts';

export interface Result {
  readonly faults: readonly string[];
  readonly line: string;
}

export interface Around {
  /** None for an unattended attack. */
  readonly server: RunningServer | undefined;
  readonly healthy: Healthy | undefined;
  readonly bounds: Bounds;
  readonly seed: string;
  readonly isShort: boolean;
  readonly folder: string;
  readonly tarpits: readonly string[];
  readonly tarpitPort: number;
}

/** The attacker's address: one of this machine, and not the healthy tenant's. Only Linux has it without being asked. */
const ATTACKER = process.platform === 'linux' ? '127.0.0.66' : undefined;

const MEBIBYTE = 1_048_576;

/** Milliseconds without the processor that no server makes up for. */
const STARVED = 1000;

/** An attack that never comes to its end is a fault too. */
const LONGEST = 180_000;

/** Plays an attack with the healthy tenant beside it, and says what did not hold. */
export const playAttack = async (attack: Attack, around: Around): Promise<Result> => {
  const { server, healthy, bounds, isShort } = around;
  const faults: string[] = [];
  const notes: string[] = [];
  const own: RunningServer[] = [];

  healthy?.begin();
  if (healthy !== undefined) await sleep(bounds.calm);
  const calm = await healthy?.count();
  // The machine's own pauses of a moment ago are no fault of the attack.
  const pauses = (await server?.gauge())?.delay ?? 0;
  server?.takePeak();
  healthy?.begin();
  const begin = performance.now();
  const seen: Outcome[] = [];
  const stage = createStage(around, { faults, notes, seen, own });
  try {
    const isOver = await Promise.race([attack.play(stage).then(() => true), sleep(LONGEST, false, { ref: false })]);
    if (!isOver) faults.push(`the attack did not come to its end in ${String(LONGEST / 1000)} s`);
  } catch (error) {
    faults.push(`the attack broke off: ${error instanceof Error ? error.message : String(error)}`);
  }
  const left = bounds.during - (performance.now() - begin);
  if (healthy !== undefined && left > 0) await sleep(left);
  const during = await healthy?.count();
  const seconds = (performance.now() - begin) / 1000;

  for (const each of own) await each.stop();
  if (seen.length > 0) notes.unshift(countEnds(seen));

  const gauge = await server?.gauge();
  const peak = server?.takePeak() ?? 0;
  if (server !== undefined)
    faults.push(...(await survived(server, gauge, peak, { ...bounds, delay: Math.max(bounds.delay, 3 * pauses) })));
  if (calm !== undefined && during !== undefined) {
    // A machine that stops the server for seconds of its own accord makes its tenants late.
    const stopped = gauge === undefined ? 0 : gauge.delay - gauge.busiest;
    const isStarved = isShort && stopped > STARVED;
    if (isStarved) notes.push(`the machine stopped the server for ${stopped.toFixed(0)} ms`);
    faults.push(...kept(calm, during, isStarved ? { ...bounds, kept: 0.5 } : bounds));
  }
  return { faults: [...new Set(faults)], line: toLine({ during, calm, gauge, peak, seconds, notes }) };
};

/** What an attack leaves for its line. */
interface Gathered {
  readonly faults: string[];
  readonly notes: string[];
  readonly seen: Outcome[];
  readonly own: RunningServer[];
}

const createStage = (around: Around, { faults, notes, seen, own }: Gathered): Stage => {
  const { server, seed, isShort, folder, tarpits, tarpitPort } = around;
  const expect: Stage['expect'] = (isSo, fault) => {
    if (!isSo) faults.push(fault);
  };
  const theServer = (): RunningServer => {
    if (server === undefined) throw new Error('an unattended attack starts its own servers');
    return server;
  };
  return {
    get server() {
      return theServer();
    },
    start: async (options) => {
      const started = await startServer({ ...options, folder });
      own.push(started);
      return started;
    },
    createTenant: (options) => createTenant(theServer().url, options),
    send: (sending) => send(theServer().url, { from: ATTACKER, ...sending }),
    expect,
    expectStatuses: (outcomes, wanted) => {
      const wrong = outcomes.filter(({ status }) => status === undefined || !wanted.includes(status));
      seen.push(...outcomes);
      expect(wrong.length === 0, `wanted ${wanted.join(' or ')}, came ${countEnds(wrong)}${firstText(wrong)}`);
    },
    note: (text) => notes.push(text),
    seed,
    isShort,
    folder,
    sleep: (milliseconds) => sleep(milliseconds),
    tarpits,
    tarpitPort,
  };
};

const firstText = (outcomes: readonly Outcome[]): string => {
  const text = outcomes.find((each) => each.text !== '')?.text ?? '';
  return text === '' ? '' : ` (${text.slice(0, 160).replaceAll(/\s+/g, ' ')})`;
};

const survived = async (
  server: RunningServer,
  gauge: Gauge | undefined,
  peak: number,
  bounds: Bounds,
): Promise<string[]> => {
  if (!server.isAlive()) return [`the server ${server.ending()}`];
  const faults: string[] = [];
  if (!(await isReady(server.url))) faults.push('/__admin/ready is not 200 afterwards');
  if (peak >= MEMORY) faults.push(`${String(Math.round(peak / MEBIBYTE))} MB of memory`);
  if (gauge === undefined) return [...faults, 'the event loop is still held afterwards'];
  if (gauge.busiest > bounds.stall) faults.push(`the event loop was held for ${gauge.busiest.toFixed(0)} ms`);
  if (gauge.delay > bounds.delay) faults.push(`the event loop stood still for ${gauge.delay.toFixed(0)} ms`);
  return faults;
};

const shareOf = ({ good, sent }: Counts): number => (sent === 0 ? 0 : good / sent);

const keptShare = (calm: Counts, during: Counts): number => shareOf(during) / Math.max(shareOf(calm), 0.01);

const kept = (calm: Counts, during: Counts, bounds: Bounds): string[] => {
  const faults: string[] = [];
  const share = keptShare(calm, during);
  if (shareOf(calm) < bounds.kept) faults.push(`the healthy tenant was unwell before (${toBad(calm)})`);
  if (share < bounds.kept) faults.push(`the healthy tenant kept ${(share * 100).toFixed(0)} % (${toBad(during)})`);
  const { accepted, delivered } = during;
  if (delivered < accepted) faults.push(`${String(delivered)} of its ${String(accepted)} webhooks arrived`);
  return faults;
};

const toBad = ({ bad }: Counts): string =>
  Object.entries(bad)
    .map(([name, count]) => `${name} x ${String(count)}`)
    .join(', ');

const toLine = ({
  during,
  calm,
  gauge,
  peak,
  seconds,
  notes,
}: {
  readonly during: Counts | undefined;
  readonly calm: Counts | undefined;
  readonly gauge: Gauge | undefined;
  readonly peak: number;
  readonly seconds: number;
  readonly notes: readonly string[];
}): string =>
  [
    ...(during === undefined || calm === undefined
      ? []
      : [
          `tenant ${(keptShare(calm, during) * 100).toFixed(0)} %`,
          `slowest ${during.slowest.toFixed(0)} ms`,
          `webhooks ${String(during.delivered)}/${String(during.accepted)}`,
        ]),
    ...(gauge === undefined ? [] : [`loop ${gauge.busiest.toFixed(0)} ms (${gauge.delay.toFixed(0)} with pauses)`]),
    ...(peak === 0 ? [] : [`${String(Math.round(peak / MEBIBYTE))} MB`]),
    `${seconds.toFixed(1)} s`,
    ...notes,
  ].join(', ');
