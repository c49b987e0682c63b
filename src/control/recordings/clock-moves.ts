/** When a call was received, by both clocks, in milliseconds. */
export interface CallTime {
  readonly wall: number;
  /** Undefined outside of any sandbox. */
  readonly sandbox: number | undefined;
}

/** The clock of a sandbox beside that of the machine. */
export interface ClockNow {
  readonly wall: number;
  readonly sandbox: number;
  readonly isFrozen: boolean;
}

export const toCallTime = ({
  receivedAt,
  sandboxTime,
}: {
  readonly receivedAt: string;
  readonly sandboxTime: string | null;
}): CallTime => ({
  wall: Date.parse(receivedAt),
  sandbox: sandboxTime === null ? undefined : Date.parse(sandboxTime),
});

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
  for (const [index, { sandbox }] of times.entries()) {
    if (sandbox === undefined || (reached !== undefined && before <= sandbox && sandbox <= reached)) {
      moves.push(0);
      continue;
    }
    const next = lastInOneGo(times, index, sandbox);
    moves.push(reached === undefined || sandbox < before ? 0 : next - reached);
    reached = next;
    before = sandbox;
  }
  const first = times.findIndex(({ sandbox }) => sandbox !== undefined);
  const { wall = 0, sandbox } = times[first] ?? {};
  const isElsewhere = sandbox !== undefined && Math.abs(sandbox - wall) >= ELSEWHERE;
  const isMoved = isElsewhere || moves.some((move) => move > 0);
  const moveAtEnd = times.length > calls.length ? (moves.pop() ?? 0) : 0;
  return {
    /** The time at which it is frozen before the first call; undefined: it runs as it does, and nothing moves it. */
    startsAt: isMoved && sandbox !== undefined ? lastInOneGo(times, first, sandbox) : undefined,
    /** Milliseconds by which it moves forward before each call, and after the last one. */
    ...{ moves, moveAtEnd },
    /** Before which calls the access token is a new one: it lives by this clock. */
    renewals: toRenewals(moves),
  };
};

/** After the last call, a clock that runs has moved by what somebody moved it, and not by the time that went by. */
const toEnd = (calls: readonly CallTime[], end: ClockNow | undefined): readonly CallTime[] => {
  const last = calls.findLast(({ sandbox }) => sandbox !== undefined);
  if (end === undefined || last?.sandbox === undefined) return [];
  const waited = end.isFrozen ? 0 : end.wall - last.wall;
  const moved = end.sandbox - last.sandbox - waited;
  return [{ wall: end.wall, sandbox: last.sandbox + (moved < SHORTEST_PAUSE ? 0 : moved) }];
};

/** Calls that follow each other at once are made at the time of the last one: none is made before its time. */
const lastInOneGo = (times: readonly CallTime[], from: number, start: number): number => {
  let last = start;
  for (const { sandbox = last } of times.slice(from)) {
    if (sandbox < last || sandbox - start >= SHORTEST_PAUSE) break;
    last = sandbox;
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
