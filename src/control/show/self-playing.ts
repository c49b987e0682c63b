import type { Observer } from '../../engine/ports/ports.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { After } from '../../kernel/timers.ts';
import type { ShowPlayer } from './play-show.ts';
import { type Pace, type Show, comingStep, failureOf, stopPace } from './show.ts';
import type { Shows } from './shows.ts';

/** Plays shows by themselves. */
interface SelfPlaying {
  /** Plays the next step after the pace; null, a failure and the end stop playing by itself. */
  readonly goOn: (owner: Organization, show: Show, secondsPerStep: number | null) => void;
  /** Goes on with a show that has come from another process. */
  readonly resume: (owner: Organization) => Promise<void>;
}

export interface SelfPlayingParts {
  readonly shows: Shows;
  readonly playNext: ShowPlayer['playNext'];
  /** Runs work on a show after the one before it. */
  readonly inTurn: <T>(owner: Organization, work: () => Promise<T>) => Promise<T>;
  /** Has kept, for other processes, when the next step is due. */
  readonly keep: (owner: Organization) => void;
  /** Wall-clock time. */
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
}

export const createSelfPlaying = (parts: SelfPlayingParts): SelfPlaying => {
  const { shows, playNext, inTurn, keep, clock, after, observer } = parts;

  const failed = (show: Show, pace: Pace, error: unknown): void => {
    if (!(error instanceof Problem)) observer.failed(error, '');
    if (show.pace === pace) stopPace(show);
  };

  const schedule = (owner: Organization, show: Show, secondsPerStep: number, delay: number): void => {
    stopPace(show);
    const { cancel } = after(delay, () => {
      inTurn(owner, () => playByItself(owner, show, pace)).catch((error: unknown) => {
        failed(show, pace, error);
      });
    });
    const pace: Pace = { secondsPerStep, nextAt: clock.now() + delay, cancel };
    show.pace = pace;
  };

  const goOn: SelfPlaying['goOn'] = (owner, show, secondsPerStep) => {
    stopPace(show);
    if (secondsPerStep === null || comingStep(show) === undefined || failureOf(show) !== undefined) return;
    schedule(owner, show, secondsPerStep, secondsPerStep * 1000);
    shows.changed(owner.uuid, show);
    keep(owner);
  };

  const playByItself = async (owner: Organization, show: Show, pace: Pace): Promise<void> => {
    // It may have been stopped, or moved by hand, while this waited for its turn.
    if (shows.of(owner.uuid) !== show || show.pace !== pace || show.isPlaying) return;
    await playNext(owner, show);
    // Stopped while the step was played.
    if (show.pace !== pace) return;
    goOn(owner, show, pace.secondsPerStep);
    shows.changed(owner.uuid, show);
  };

  return {
    goOn,
    resume: (owner) =>
      inTurn(owner, () => {
        const show = shows.of(owner.uuid);
        const pace = show?.pace;
        if (show === undefined || pace === undefined || pace.cancel !== undefined) return Promise.resolve();
        schedule(owner, show, pace.secondsPerStep, Math.max(0, pace.nextAt - clock.now()));
        shows.changed(owner.uuid, show);
        keep(owner);
        return Promise.resolve();
      }),
  };
};
