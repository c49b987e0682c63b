import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';
import { toFactsText } from '../control/replicas/replicas.ts';
import type { ServerLoad } from '../generated/control-schemas.ts';
import { createLoadMeter } from '../edges/http/load-meter.ts';
import { type DelayWatch, watchEventLoopDelay } from '../edges/system/event-loop-delay.ts';
import { readMemory, readProcessLimit } from '../edges/system/memory.ts';
import { systemClock } from '../edges/system/time.ts';
import type { Sandbox } from '../engine/sandbox/sandbox.ts';
import { ADMIN_PATH } from './address.ts';

export type Duty = ReturnType<typeof openDuty>;

/** Milliseconds for which what was measured of the process is not measured anew: whoever looks resets it. */
const FRESH = 900;

/** About this server, whatever sandbox their caller has. */
const PROBES = ['/health', '/ready', '/servers'].map((path) => ADMIN_PATH + path);

export const isProbe = (path: string): boolean => PROBES.some((probe) => path.startsWith(probe));

/** What this server does at the moment, and whether it goes on. */
export const openDuty = ({ maxMemory }: Config) => {
  const elapsed = (): number => systemClock.elapsed();
  let isEnding = false;
  const meter = createLoadMeter({ elapsed, isProbe });
  const limit = maxMemory > 0 ? Math.min(maxMemory, readProcessLimit()) : readProcessLimit();
  const host = hostname();
  let inUse: ReadonlyMap<string, Sandbox> = new Map();
  let delays: DelayWatch | undefined;
  let measured: (Pick<ServerLoad, 'eventLoopDelaySeconds' | 'memory'> & { readonly at: number }) | undefined;

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

  return {
    /** Wall-clock milliseconds. */
    since: systemClock.now(),
    /** Whether the process ends: load balancers turn away, and other servers take its jobs. */
    isEnding: (): boolean => isEnding,
    end: (): void => {
      isEnding = true;
    },
    meter,
    /** What it tells operators and other servers of itself, as JSON. */
    facts: (): string => {
      const { eventLoopDelaySeconds, memory } = measure();
      const load: ServerLoad = {
        ...meter.read(),
        deliveriesInProgress: deliveriesInProgress(),
        sandboxesInMemory: inUse.size,
        eventLoopDelaySeconds,
        memory,
      };
      return toFactsText({ host, state: isEnding ? 'DRAINING' : 'SERVING', load });
    },
    /** Sandboxes are opened after it, and may be counted from now on. */
    watch: (sandboxes: ReadonlyMap<string, Sandbox>): void => {
      inUse = sandboxes;
    },
    close: (): void => {
      delays?.stop();
    },
  };
};
