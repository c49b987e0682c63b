import type { Gauge } from './gauge.ts';

/** Several looks at one server as one: the longest of each, and the sum of what was used and waited for. */
export const joinGauges = (one: Gauge, { callback, turns, ...rest }: Gauge): Gauge => ({
  ...rest,
  callback: {
    ...(callback.own > one.callback.own ? callback : one.callback),
    collecting: Math.max(one.callback.collecting, callback.collecting),
  },
  turns: {
    busiest: Math.max(one.turns.busiest, turns.busiest),
    blocked: Math.max(one.turns.blocked, turns.blocked),
    used: one.turns.used + turns.used,
    starved: one.turns.starved + turns.starved,
    waited: Math.max(one.turns.waited, turns.waited),
  },
});
