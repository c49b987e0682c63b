import type { Observer } from '../../engine/ports/ports.ts';
import type { Replica } from '../../engine/sandbox/replica.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { After } from '../../kernel/timers.ts';
import type { ShowPlayer } from './play-show.ts';
import type { SelfPlayingList } from './self-playing-list.ts';
import { type Pace, type Show, comingStep, failureOf, stopPace } from './show.ts';
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
  readonly playNext: ShowPlayer['playNext'];
  /** Runs work on a show after the one before it. */
  readonly inTurn: <T>(owner: Organization, work: () => Promise<T>) => Promise<T>;
  readonly replica: Pick<Replica, 'id'>;
  /** Undefined where no other process can go on. */
  readonly list: Pick<SelfPlayingList, 'note'> | undefined;
  /** Wall-clock time. */
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
}

export const createSelfPlaying = (parts: SelfPlayingParts): SelfPlaying => {
  const { shows, playNext, inTurn, replica, list, clock, after, observer } = parts;

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
      inTurn(owner, () => playByItself(owner, show, pace)).catch((error: unknown) => {
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
    await list?.note(sandbox);
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
      inTurn(owner, async () => {
        const show = shows.of(owner.uuid);
        const pace = show?.pace;
        if (show === undefined || pace === undefined) return false;
        const isWaitedFor = pace.by === replica.id && pace.cancel !== undefined;
        if (isWaitedFor || show.playedBy !== undefined) return true;
        schedule(owner, show, pace.secondsPerStep, Math.max(0, pace.nextAt - clock.now()));
        shows.changed(owner.uuid, show);
        await note(owner);
        return true;
      }),
  };
};
