import { subscribe } from 'node:diagnostics_channel';
import { openSync, readSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { cpuMilliseconds } from './watch-callbacks.ts';

/** Turns of the event loop since the last question. Milliseconds. */
export interface Turns {
  /** Most CPU time between two looks, in which the event loop may have served hundreds of connections. */
  readonly busiest: number;
  /** Longest time that it stood still without CPU time, although the machine would have given it some. */
  readonly blocked: number;
  /** CPU time of all turns. */
  readonly used: number;
  /** Time in which they wanted the processor, and the machine gave it to others. */
  readonly starved: number;
  /** Most CPU time between the sending of a request of the healthy tenant and its response: the work that went first. */
  readonly waited: number;
}

/** Milliseconds of a clock that all processes share. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6;

const LOOK = 5;

/** Time that the main thread has waited for a processor; always 0 where the machine does not tell. */
const openWaits = (): (() => number) => {
  const bytes = Buffer.alloc(128);
  try {
    const file = openSync('/proc/self/schedstat', 'r');
    return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ')[1]) / 1e6;
  } catch {
    return () => 0;
  }
};

/** Looks every few milliseconds from now on. */
export const watchTurns = (): (() => Turns) => {
  const waited = openWaits();
  let last = { at: sharedNow(), cpu: cpuMilliseconds(), waited: waited() };
  let looks = [last];
  let longest = 0;
  let busiest = 0;
  let blocked = 0;

  const look = (): void => {
    const now = { at: sharedNow(), cpu: cpuMilliseconds(), waited: waited() };
    const used = now.cpu - last.cpu;
    busiest = Math.max(busiest, used);
    blocked = Math.max(blocked, now.at - last.at - LOOK - used - (now.waited - last.waited));
    last = now;
    looks.push(now);
  };
  setInterval(look, LOOK).unref();
  subscribe('http.server.response.finish', (message) => {
    const sent = Number((message as { readonly request: IncomingMessage }).request.headers['x-sent-at']);
    const before = looks.findLast(({ at }) => at <= sent);
    if (before !== undefined) longest = Math.max(longest, cpuMilliseconds() - before.cpu);
  });

  return () => {
    look();
    const [first = last] = looks;
    const used = last.cpu - first.cpu;
    const turns = { busiest, blocked, used, starved: last.waited - first.waited, waited: longest };
    looks = [last];
    busiest = blocked = longest = 0;
    return turns;
  };
};
