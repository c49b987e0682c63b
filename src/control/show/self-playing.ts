import { plainProblem } from '../../engine/problems/problem.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { Replica } from '../../engine/sandbox/replica.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { After } from '../../kernel/timers.ts';
import type { ShowPlayer } from './play-show.ts';
import type { SelfPlayingList } from './self-playing-list.ts';
import { type Pace, type Show, comingStep, failureOf, interrupt, stopPace } from './show.ts';
import type { Shows } from './shows.ts';

/** Plays shows by themselves. */
export interface SelfPlaying {
  /** Plays the next step after the pace; null, a failure and the end stop playing by itself. */
  readonly goOn: (owner: Organization, show: Show, secondsPerStep: number | null) => Promise<void>;
  /** Goes on where nobody waits for the next step any more. Returns whether the show plays by itself. */
  readonly resume: (owner: Organization) => Promise<boolean>;
}

export interface SelfPlayingParts {
  readonly shows: Shows;
  readonly sandboxes: Pick<Sandboxes, 'onItsOwn' | 'waitOutside'>;
  readonly playNext: ShowPlayer['playNext'];
  /** Runs work on a show after the one before it. */
  readonly inTurn: <T>(owner: Organization, work: () => Promise<T>) => Promise<T>;
  readonly replica: Replica;
  /** Undefined where no other process can go on. */
  readonly list: Pick<SelfPlayingList, 'note'> | undefined;
  /** Wall-clock time. */
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
}

export const createSelfPlaying = (parts: SelfPlayingParts): SelfPlaying => {
  const { shows, sandboxes, playNext, inTurn, replica, list, clock, after, observer } = parts;

  const failed = (show: Show, pace: Pace, error: unknown): void => {
    if (!(error instanceof Problem)) observer.failed(error, '');
    if (show.pace !== pace) return;
    // The database may be away: whoever looks for shows that nobody plays goes on with it.
    if (list !== undefined && !(error instanceof Problem)) show.pace = { ...pace, cancel: undefined };
    else stopPace(show);
  };

  const schedule = (owner: Organization, show: Show, secondsPerStep: number, delay: number): void => {
    stopPace(show);
    const { cancel } = after(delay, () => {
      sandboxes
        .onItsOwn(owner, () => inTurn(owner, () => playByItself(owner, show, pace)))
        .catch((error: unknown) => {
          failed(show, pace, error);
        });
    });
    const pace: Pace = { secondsPerStep, nextAt: clock.now() + delay, by: replica.id, cancel };
    show.pace = pace;
  };

  const goOn: SelfPlaying['goOn'] = async (owner, show, secondsPerStep) => {
    const former = show.pace?.by;
    stopPace(show);
    if (secondsPerStep === null || comingStep(show) === undefined || failureOf(show) !== undefined) return;
    schedule(owner, show, secondsPerStep, secondsPerStep * 1000);
    shows.changed(owner.uuid, show);
    if (former !== replica.id) await note(owner);
  };

  const note = async ({ sandbox }: Organization): Promise<void> => {
    if (list !== undefined) await sandboxes.waitOutside(() => list.note(sandbox));
  };

  const playByItself = async (owner: Organization, show: Show, pace: Pace): Promise<void> => {
    // It may have been stopped, or moved by hand, while this waited for its turn, or be played elsewhere now.
    if (shows.of(owner.uuid) !== show || show.pace !== pace || show.playedBy !== undefined) return;
    await playNext(owner, show);
    // Stopped while the step was played.
    if (show.pace !== pace) return;
    await goOn(owner, show, pace.secondsPerStep);
    shows.changed(owner.uuid, show);
  };

  return {
    goOn,
    resume: (owner) =>
      sandboxes.onItsOwn(owner, () =>
        inTurn(owner, async () => {
          const show = shows.of(owner.uuid);
          if (show === undefined) return false;
          checkAlive(shows, owner, show, replica);
          const { pace } = show;
          if (pace === undefined) return false;
          const isWaitedFor = pace.by === replica.id ? pace.cancel !== undefined : replica.isAlive(pace.by);
          if (isWaitedFor || show.playedBy !== undefined) return true;
          schedule(owner, show, pace.secondsPerStep, Math.max(0, pace.nextAt - clock.now()));
          shows.changed(owner.uuid, show);
          await note(owner);
          return true;
        }),
      ),
  };
};

/** A step that is played by a process that has ended was interrupted. */
export const checkAlive = (shows: Shows, { uuid }: Organization, show: Show, replica: Replica): void => {
  if (show.playedBy === undefined || replica.isAlive(show.playedBy)) return;
  interrupt(show);
  shows.changed(uuid, show);
};

/** Throws 409 while another process plays a step. */
export const checkNotPlayedElsewhere = ({ playedBy }: Show, replica: Replica): void => {
  if (playedBy === undefined || playedBy === replica.id) return;
  throw plainProblem(409, {
    detail:
      'Another server is playing a step of this show: wait until it is ready (GET /__admin/show), see where it is, then try again.',
  });
};
