import type { After } from '../../kernel/timers.ts';
import { ClockError, checkForward } from '../../engine/sandbox/sandbox-clock.ts';
import type { FiredJob, Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';

/** How the clock of a sandbox stands. */
export interface ClockReading {
  /** An RFC 3339 date-time. */
  readonly now: string;
  readonly frozen: boolean;
  /** How far it is ahead of the wall clock; negative when it is behind. Milliseconds. */
  readonly offset: number;
}

export interface ClockChange extends ClockReading {
  /** What happened on the way, in order. */
  readonly fired: readonly { readonly kind: string; readonly dueAt: string; readonly events: readonly string[] }[];
  /** False when so much happened that the clock stopped on the way: the same call with `to` goes on from there. */
  readonly complete: boolean;
}

/** Moves the clocks of sandboxes. Instants are milliseconds since the epoch, on the clock of the sandbox. */
export interface SandboxTime {
  readonly read: (sandbox: Sandbox) => ClockReading;
  /** Throws a {@link ClockError} for an instant in the past. */
  readonly advance: (sandbox: Sandbox, to: (now: number) => number) => Promise<ClockChange>;
  /** At once, or at an instant to come: then what is due on the way happens first. */
  readonly freeze: (sandbox: Sandbox, at: number | undefined) => Promise<ClockChange>;
  readonly resume: (sandbox: Sandbox) => Promise<ClockChange>;
}

export interface SandboxTimeParts {
  /** Called after the start only: scenarios move clocks, and sandboxes run the jobs of scenarios. */
  readonly sandboxes: () => Pick<Sandboxes, 'keepClock'>;
  readonly wall: Clock;
  readonly after: After;
}

/** One call never moves a clock further: ten years. */
const LONGEST_MOVE = 3660 * 86_400_000;

/** One call lets no more happen than this, and takes no longer: then the caller hears how far it came. */
const MOST_JOBS = 10_000;
const LONGEST_CALL = 20_000;

/** The clock is moved in steps, which grow while nothing happens: between two of them others are served. */
const FIRST_STEP = 3_600_000;
const LONGEST_STEP = 30 * 86_400_000;

/** Jobs in one step after which the next one is smaller. */
const CROWDED = 200;

export const createSandboxTime = ({ sandboxes, wall, after }: SandboxTimeParts): SandboxTime => {
  const turns = new WeakMap<Sandbox, Promise<unknown>>();

  /** Two who move the same clock do it one after the other. */
  const inTurn = <T>(sandbox: Sandbox, work: () => Promise<T>): Promise<T> => {
    const former = turns.get(sandbox) ?? Promise.resolve();
    const result = former.then(work, work);
    turns.set(
      sandbox,
      result.catch(() => undefined),
    );
    return result;
  };

  const read = ({ clock }: Sandbox): ClockReading => ({
    now: toIsoDateTime(clock.now()),
    frozen: clock.setting().kind === 'frozen',
    offset: clock.offset(),
  });

  const toChange = (sandbox: Sandbox, fired: readonly FiredJob[], complete: boolean): ClockChange => ({
    ...read(sandbox),
    fired: fired.map(({ kind, dueAt, events }) => ({ kind, dueAt: toIsoDateTime(dueAt), events })),
    complete,
  });

  const breathe = (): Promise<void> => new Promise((resolve) => after(0, resolve));

  /** Lets happen what is due, and sets the timers of the sandbox by its clock as it stands now. */
  const settle = async (sandbox: Sandbox): Promise<readonly FiredJob[]> => {
    for (;;)
      try {
        return await sandbox.advance(sandbox.clock.now());
      } catch (error) {
        // A running clock has gone on since it was read.
        if (!(error instanceof ClockError)) throw error;
      }
  };

  const goTo = async (sandbox: Sandbox, to: number): Promise<readonly FiredJob[]> => {
    try {
      return await sandbox.advance(to);
    } catch (error) {
      // A running clock may have passed that time meanwhile.
      if (error instanceof ClockError && sandbox.clock.now() >= to) return settle(sandbox);
      throw error;
    }
  };

  const moveTo = async (sandbox: Sandbox, to: number): Promise<ClockChange> => {
    const { clock } = sandbox;
    checkMove(clock, to);
    const beganAt = wall.elapsed();
    const fired: FiredJob[] = [...(await settle(sandbox))];
    for (let step = FIRST_STEP; clock.now() < to;) {
      if (fired.length >= MOST_JOBS || wall.elapsed() - beganAt > LONGEST_CALL) break;
      const news = await goTo(sandbox, Math.min(to, clock.now() + step));
      fired.push(...news);
      step = nextStep(step, news.length);
      await sandboxes().keepClock(sandbox);
      await breathe();
    }
    return toChange(sandbox, fired, clock.now() >= to);
  };

  const freezeNow = async (sandbox: Sandbox): Promise<void> => {
    sandbox.clock.freeze();
    await sandboxes().keepClock(sandbox);
  };

  return {
    read,
    advance: (sandbox, to) => inTurn(sandbox, () => moveTo(sandbox, to(sandbox.clock.now()))),
    freeze: (sandbox, at) =>
      inTurn(sandbox, async () => {
        if (at !== undefined) checkMove(sandbox.clock, at);
        await freezeNow(sandbox);
        return moveTo(sandbox, Math.max(at ?? 0, sandbox.clock.now()));
      }),
    resume: (sandbox) =>
      inTurn(sandbox, async () => {
        sandbox.clock.resume();
        await sandboxes().keepClock(sandbox);
        return toChange(sandbox, await settle(sandbox), true);
      }),
  };
};

const checkMove = (clock: Clock, to: number): void => {
  checkForward(clock, to);
  if (to - clock.now() > LONGEST_MOVE) throw new ClockError('one call moves the clock by ten years at most');
};

const nextStep = (step: number, happened: number): number => {
  if (happened === 0) return Math.min(LONGEST_STEP, step * 2);
  return happened > CROWDED ? Math.max(60_000, step / 2) : step;
};
