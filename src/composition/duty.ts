import { hostname } from 'node:os';
import { type DrainSwitch, createDrainSwitch } from '../control/replicas/drain-switch.ts';
import { type ReplicaFacts, type ReplicaLoad, toFactsText } from '../control/replicas/replica-facts.ts';
import { type LoadMeter, createLoadMeter } from '../edges/http/load-meter.ts';
import { type DelayWatch, watchEventLoopDelay } from '../edges/system/event-loop-delay.ts';
import { readMemory, readProcessLimit } from '../edges/system/process-memory.ts';
import { systemClock } from '../edges/system/system-clock.ts';
import type { WriteLag } from '../engine/journal/shared/write-behind.ts';
import type { Sandbox } from '../engine/sandbox/sandbox.ts';
import { ADMIN_PATH } from './admin-path.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What this server does at the moment, and whether it should go on. */
export interface Duty {
  /** Wall-clock milliseconds. */
  readonly since: number;
  readonly drain: DrainSwitch;
  readonly meter: LoadMeter;
  /** What it tells operators and other servers of itself, as JSON. */
  readonly facts: () => string;
  /** Whether it drains, and nothing is in progress. */
  readonly isDrained: () => boolean;
  /** Sandboxes are opened after it, and may be counted from now on. */
  readonly watch: (inUse: ReadonlyMap<string, Sandbox>) => void;
  readonly close: () => void;
}

/** Milliseconds for which what was measured of the process is not measured anew: whoever looks resets it. */
const FRESH = 900;

const PROBES = ['/health', '/ready', '/replicas'].map((path) => ADMIN_PATH + path);

export const openDuty = ({ config }: RuntimeContext, journalLag: (() => WriteLag) | undefined): Duty => {
  const elapsed = (): number => systemClock.elapsed();
  const drain = createDrainSwitch(elapsed);
  const meter = createLoadMeter({ elapsed, isProbe: (path) => PROBES.some((probe) => path.startsWith(probe)) });
  const limit = config.maxMemory > 0 ? Math.min(config.maxMemory, readProcessLimit()) : readProcessLimit();
  const host = hostname();
  let inUse: ReadonlyMap<string, Sandbox> = new Map();
  let delays: DelayWatch | undefined;
  let measured: (Pick<ReplicaLoad, 'eventLoopDelaySeconds' | 'memory'> & { readonly at: number }) | undefined;

  const measure = () => {
    if (measured !== undefined && elapsed() - measured.at < FRESH) return measured;
    const eventLoopDelaySeconds = delays?.read().longest ?? null;
    delays ??= watchEventLoopDelay();
    measured = { at: elapsed(), eventLoopDelaySeconds, memory: { used: readMemory().resident, limit } };
    return measured;
  };

  const deliveriesInProgress = (): number => {
    let sum = 0;
    for (const sandbox of inUse.values()) sum += sandbox.outboundTasksInProgress();
    return sum;
  };

  const isDrained = (): boolean => {
    const { requestsInProgress, openStreams } = meter.read();
    const unwritten = journalLag?.().waiting ?? 0;
    return drain.isOn() && requestsInProgress + openStreams + deliveriesInProgress() + unwritten === 0;
  };

  const readState = (): ReplicaFacts['state'] => {
    if (!drain.isOn()) return 'SERVING';
    return isDrained() ? 'DRAINED' : 'DRAINING';
  };

  return {
    since: systemClock.now(),
    drain,
    meter,
    isDrained,
    facts: () => {
      const { eventLoopDelaySeconds, memory } = measure();
      const load: ReplicaLoad = {
        ...meter.read(),
        deliveriesInProgress: deliveriesInProgress(),
        sandboxesInMemory: inUse.size,
        eventLoopDelaySeconds,
        memory,
        journal: journalLag?.() ?? null,
      };
      return toFactsText({ host, state: readState(), load });
    },
    watch: (sandboxes) => {
      inUse = sandboxes;
    },
    close: () => {
      delays?.stop();
    },
  };
};
