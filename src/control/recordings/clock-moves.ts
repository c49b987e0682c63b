/** By the clock of the sandbox and by that of the machine, in milliseconds. */
interface CallTime {
  readonly at: number;
  readonly wallAt: number;
}

export interface ClockNow extends CallTime {
  readonly isFrozen: boolean;
}

/** Shorter pauses between two calls are those of a hand or a network. */
const SHORTEST_PAUSE = 1000;

/** A request may have waited before the clock of its sandbox was read. */
const ELSEWHERE = 60_000;

/** A little less than the life of an access token. */
const TOKEN_IS_FRESH = 240_000;

/**
 * How the clock of a sandbox moves while calls are made again: by the time that passed between calls, whether somebody moved the clock or waited. A sandbox that it is replayed in has another
 * time, which may be later already: what counts is how far the clock moves. Where it went back, as with a snapshot, it stays.
 */
export const toClockMoves = (calls: readonly CallTime[], end?: ClockNow) => {
  const times = [...calls, ...toEnd(calls, end)];
  const moves: number[] = [];
  let reached: number | undefined;
  /** Of the former call that moved it. */
  let before = 0;
  for (const [index, { at }] of times.entries()) {
    if (reached !== undefined && before <= at && at <= reached) {
      moves.push(0);
      continue;
    }
    const next = lastInOneGo(times, index, at);
    moves.push(reached === undefined || at < before ? 0 : next - reached);
    reached = next;
    before = at;
  }
  const [first] = times;
  const isMoved =
    first !== undefined && (Math.abs(first.at - first.wallAt) >= ELSEWHERE || moves.some((move) => move > 0));
  const moveAtEnd = times.length > calls.length ? (moves.pop() ?? 0) : 0;
  return {
    /** The time at which it is frozen before the first call; undefined: it runs as it does, and nothing moves it. */
    startsAt: isMoved ? lastInOneGo(times, 0, first.at) : undefined,
    /** Milliseconds by which it moves forward before each call, and after the last one. */
    moves,
    moveAtEnd,
    /** Before which calls the access token is a new one: it lives by this clock. */
    renewals: toRenewals(moves),
  };
};

/** After the last call, a clock that runs has moved by what somebody moved it, and not by the time that went by. */
const toEnd = (calls: readonly CallTime[], end: ClockNow | undefined): readonly CallTime[] => {
  const last = calls.at(-1);
  if (end === undefined || last === undefined) return [];
  const waited = end.isFrozen ? 0 : end.wallAt - last.wallAt;
  const moved = end.at - last.at - waited;
  return [{ wallAt: end.wallAt, at: last.at + (moved < SHORTEST_PAUSE ? 0 : moved) }];
};

/** Calls that follow each other at once are made at the time of the last one: none is made before its time. */
const lastInOneGo = (times: readonly CallTime[], from: number, start: number): number => {
  let last = start;
  for (const { at } of times.slice(from)) {
    if (at < last || at - start >= SHORTEST_PAUSE) break;
    last = at;
  }
  return last;
};

const toRenewals = (moves: readonly number[]): readonly boolean[] => {
  let age = 0;
  return moves.map((move) => {
    age += move;
    if (move === 0 || age <= TOKEN_IS_FRESH) return false;
    age = 0;
    return true;
  });
};
