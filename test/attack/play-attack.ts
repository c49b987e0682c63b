import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Stage } from './attack.ts';
import { type Bounds, boundsOn } from './bounds.ts';
import { type Outcome, type Sending, countEnds, send } from './network/send.ts';
import type { Gauge } from './server/gauge.ts';
import { joinGauges } from './server/join-gauges.ts';
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

/** An attack that never comes to its end is a fault too. */
const LONGEST = 180_000;

/** How often what an attack needs is sent to a busy server. */
const TRIES = 10;

/** Plays an attack with the healthy tenant beside it, and says what did not hold. */
export const playAttack = async (attack: Attack, around: Around): Promise<Result> => {
  const { server, healthy, bounds } = around;
  const faults: string[] = [];
  const notes: string[] = [];
  const own: RunningServer[] = [];

  await server?.gauge();
  healthy?.begin();
  if (healthy !== undefined) await sleep(bounds.calm);
  const calm = await healthy?.count();
  const before = await server?.gauge();
  server?.takePeak();
  healthy?.begin();
  const begin = performance.now();
  const seen: Outcome[] = [];
  const looks: Gauge[] = [];
  const stage = createStage(around, { faults, notes, seen, own, looks });
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

  const last = await server?.gauge();
  const gauge = last === undefined ? undefined : looks.reduce(joinGauges, last);
  const peak = server?.takePeak() ?? 0;
  const given = givenTo(gauge);
  const wanted = boundsOn(bounds, given);
  if (server !== undefined) faults.push(...(await survived(server, gauge, peak, wanted)));
  if (calm !== undefined && during !== undefined) {
    if (given < 0.95) notes.push(`the machine gave the server ${percent(given)} of the CPU time that it wanted`);
    if (shareOf(calm) < boundsOn(bounds, givenTo(before)).kept)
      faults.push(`the healthy tenant was unwell before (${toBad(calm)})`);
    faults.push(...kept(calm, during, wanted.kept));
  }
  return { faults: [...new Set(faults)], line: toLine({ during, calm, gauge, peak, seconds, notes }) };
};

/** What an attack leaves for its line. */
interface Gathered {
  readonly faults: string[];
  readonly notes: string[];
  readonly seen: Outcome[];
  readonly own: RunningServer[];
  readonly looks: Gauge[];
}

const createStage = (around: Around, { faults, notes, seen, own, looks }: Gathered): Stage => {
  const { server, seed, isShort, folder, tarpits, tarpitPort } = around;
  const expect: Stage['expect'] = (isSo, fault) => {
    if (!isSo) faults.push(fault);
  };
  const theServer = (): RunningServer => {
    if (server === undefined) throw new Error('an unattended attack starts its own servers');
    return server;
  };
  const sendFrom = (sending: Sending): Promise<Outcome> => send(theServer().url, { from: ATTACKER, ...sending });
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
    send: sendFrom,
    prepare: async (sending) => {
      let outcome = await sendFrom(sending);
      for (let tries = 1; outcome.status === 503 && tries < TRIES; tries++) {
        await sleep(Number(outcome.headers['retry-after'] ?? 1) * 1000);
        outcome = await sendFrom(sending);
      }
      return outcome;
    },
    lookAt: async () => {
      const gauge = await theServer().gauge();
      if (gauge !== undefined) looks.push(gauge);
      return gauge?.callback;
    },
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
  return text === '' ? '' : ` (${text.slice(0, 240).replaceAll(/\s+/g, ' ')})`;
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
  const { callback, turns } = gauge;
  if (callback.own > bounds.stall)
    faults.push(`one callback (${callback.resource}) held the event loop for ${callback.own.toFixed(0)} ms`);
  if (callback.collecting > bounds.collecting)
    faults.push(`garbage was collected for ${callback.collecting.toFixed(0)} ms (${callback.resource})`);
  if (turns.busiest > bounds.turn) faults.push(`one turn of the event loop took ${turns.busiest.toFixed(0)} ms`);
  if (turns.waited > bounds.turn) faults.push(`a healthy request waited for ${turns.waited.toFixed(0)} ms of work`);
  if (turns.blocked > bounds.blocked) faults.push(`the event loop stood still for ${turns.blocked.toFixed(0)} ms`);
  return faults;
};

/**
 * The part of the CPU time that the event loop wanted and got. A machine that is busy with something else, the attacker
 * included, makes the tenant late whatever the server does.
 */
const givenTo = (gauge: Gauge | undefined): number => {
  if (gauge === undefined) return 1;
  const { used, starved } = gauge.turns;
  return used / Math.max(used + starved, 1);
};

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

const shareOf = ({ good, sent }: Counts): number => (sent === 0 ? 0 : good / sent);

const keptShare = (calm: Counts, during: Counts): number => shareOf(during) / Math.max(shareOf(calm), 0.01);

const kept = (calm: Counts, during: Counts, wanted: number): string[] => {
  const faults: string[] = [];
  const share = keptShare(calm, during);
  if (share < wanted) faults.push(`the healthy tenant kept ${percent(share)} (${toBad(during)})`);
  const { accepted, delivered } = during;
  if (delivered < accepted) faults.push(`${String(delivered)} of its ${String(accepted)} webhooks arrived`);
  return faults;
};

const toBad = ({ bad }: Counts): string =>
  Object.entries(bad)
    .map(([name, count]) => `${name} x ${String(count)}`)
    .join(', ');

const toLoop = ({ callback: { own, collecting }, turns: { busiest, waited, blocked } }: Gauge): string =>
  `callback ${own.toFixed(0)} ms, garbage ${collecting.toFixed(0)} ms, turn ${busiest.toFixed(0)} ms, before it ${waited.toFixed(0)} ms, still ${blocked.toFixed(0)} ms`;

interface Line {
  readonly during: Counts | undefined;
  readonly calm: Counts | undefined;
  readonly gauge: Gauge | undefined;
  readonly peak: number;
  readonly seconds: number;
  readonly notes: readonly string[];
}

const toLine = ({ during, calm, gauge, peak, seconds, notes }: Line): string =>
  [
    ...(during === undefined || calm === undefined
      ? []
      : [
          `tenant ${percent(keptShare(calm, during))}`,
          `p99 ${during.p99.toFixed(0)} ms (idle ${calm.p99.toFixed(0)})`,
          `webhooks ${String(during.delivered)}/${String(during.accepted)}`,
        ]),
    ...(gauge === undefined ? [] : [toLoop(gauge)]),
    ...(peak === 0 ? [] : [`${String(Math.round(peak / MEBIBYTE))} MB`]),
    `${seconds.toFixed(1)} s`,
    ...notes,
  ].join(', ');
