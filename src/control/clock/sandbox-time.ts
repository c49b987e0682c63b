import type { After } from '../../kernel/timers.ts';
import { ClockError, checkForward } from '../../engine/sandbox/sandbox-clock.ts';
import type { FiredJob, Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Clock as ClockReading, ClockChange } from '../../generated/control-schemas.ts';
import { type Clock, LATEST_TIME, toIsoDateTime } from '../../kernel/clock.ts';
import { parseDuration } from '../../kernel/duration.ts';
import { createKeyedTurns } from '../../kernel/turns.ts';

/** Moves the clocks of sandboxes. Instants are milliseconds since the epoch, on the clock of the sandbox. */
export type SandboxTime = ReturnType<typeof createSandboxTime>;

/** A duration or a target time: exactly one of the two. */
export type ClockStep = { readonly by: string; readonly to?: never } | { readonly to: string; readonly by?: never };

/** Converts a step to the target instant. Throws a {@link ClockError} with the reason. */
export const toInstant =
  ({ by, to }: ClockStep) =>
  (now: number): number =>
    by === undefined ? readInstant(to) : now + parseDuration(by, (message) => new ClockError(message));

/** Truncates fractions beyond milliseconds. */
export const readInstant = (text: string): number => {
  // Without a zone it would depend on the machine.
  const instant = /Z$|[+-]\d\d:\d\d$/i.test(text) ? Date.parse(text) : NaN;
  if (!Number.isNaN(instant)) return instant;
  throw new ClockError(`"${text}" is no instant with a zone, such as 2030-03-04T09:00:00Z (no leap seconds)`);
};

/** Maximum move per call: ten years, in milliseconds. */
export const LONGEST_MOVE = 3660 * 86_400_000;

/** Maximum jobs per call, besides a time limit: then the call returns how far it came. */
const MOST_JOBS = 10_000;
const LONGEST_CALL = 20_000;

/**
 * Milliseconds. The clock moves in steps, which grow while no jobs are due; other requests are served between two
 * steps.
 */
const FIRST_STEP = 3_600_000;
const LONGEST_STEP = 30 * 86_400_000;

/** Jobs per step above which the next step is shorter. */
const CROWDED = 200;

export const createSandboxTime = ({
  sandboxes,
  wall,
  after,
}: {
  /** Called only after startup: scenarios move clocks, and sandboxes run the jobs of scenarios. */
  readonly sandboxes: () => Sandboxes;
  readonly wall: Clock;
  readonly after: After;
}) => {
  /** Serializes concurrent moves of the same clock. */
  const inTurn = createKeyedTurns();

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

  const breathe = (): Promise<void> => new Promise<void>((resolve) => after(0, resolve));

  /** Runs the jobs that are due until a time, and in any case until now: a running clock may pass the time meanwhile. */
  const goTo = async (sandbox: Sandbox, to = 0): Promise<readonly FiredJob[]> => {
    for (;;)
      try {
        return await sandbox.advance(Math.max(to, sandbox.clock.now()));
      } catch (error) {
        if (!(error instanceof ClockError) || sandbox.clock.now() < to) throw error;
      }
  };

  const moveTo = async (sandbox: Sandbox, to: number): Promise<ClockChange> => {
    const { clock } = sandbox;
    checkMove(clock, to);
    const beganAt = wall.elapsed();
    const fired: FiredJob[] = [...(await goTo(sandbox))];
    const goesOn = (): boolean =>
      clock.now() < to && fired.length < MOST_JOBS && wall.elapsed() - beganAt <= LONGEST_CALL;
    for (let step = FIRST_STEP; goesOn();) {
      const news = await goTo(sandbox, Math.min(to, clock.now() + step));
      fired.push(...news);
      step = nextStep(step, news.length);
      await sandboxes().keepClock(sandbox);
      if (goesOn()) await breathe();
    }
    return toChange(sandbox, fired, clock.now() >= to);
  };

  const freezeNow = async (sandbox: Sandbox): Promise<void> => {
    sandbox.clock.freeze();
    await sandboxes().keepClock(sandbox);
  };

  return {
    read,
    /** Throws a {@link ClockError} for a time in the past. */
    advance: (sandbox: Sandbox, to: (now: number) => number): Promise<ClockChange> =>
      inTurn(sandbox, () => moveTo(sandbox, to(sandbox.clock.now()))),
    /** Freezes immediately, or at a future time after running everything due until then. */
    freeze: (sandbox: Sandbox, at: number | undefined): Promise<ClockChange> =>
      inTurn(sandbox, async () => {
        if (at !== undefined) checkMove(sandbox.clock, at);
        await freezeNow(sandbox);
        return moveTo(sandbox, Math.max(at ?? 0, sandbox.clock.now()));
      }),
    resume: (sandbox: Sandbox): Promise<ClockChange> =>
      inTurn(sandbox, async () => {
        sandbox.clock.resume();
        await sandboxes().keepClock(sandbox);
        return toChange(sandbox, await goTo(sandbox), true);
      }),
  };
};

const checkMove = (clock: Clock, to: number): void => {
  checkForward(clock, to);
  if (to - clock.now() > LONGEST_MOVE) throw new ClockError('one call moves the clock by ten years at most');
  if (to >= LATEST_TIME) throw new ClockError('the clock ends before the year 9900');
};

const nextStep = (step: number, happened: number): number => {
  if (happened === 0) return Math.min(LONGEST_STEP, step * 2);
  return happened > CROWDED ? Math.max(60_000, step / 2) : step;
};
