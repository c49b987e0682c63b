import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import { createRevisions } from '../../engine/sandbox/live-state.ts';
import type { ShowNews } from '../activity/activity.ts';
import { type Show, statusOf, stopPace } from './show.ts';

/** The shows that are being played, by organization, as this process knows them. */
export interface Shows {
  readonly of: (organization: string) => Show | undefined;
  readonly all: () => Iterable<Show>;
  /** Ends the show that was played before. */
  readonly begin: (organization: string, show: Show) => void;
  /** Tells the listeners that the show has changed. */
  readonly changed: (organization: string, show: Show) => void;
  /** Ends the show, also when the contents of its sandbox are replaced by others. */
  readonly forget: (organization: string) => void;
  /** Takes over what another process has made of it, and tells the listeners soon. */
  readonly place: (organization: string, show: Show | undefined) => void;
  /** The show before what was placed and not told yet. */
  readonly formerOf: (organization: string) => Show | undefined;
  /** Which parts of the show have changed when; undefined if there is no show. */
  readonly revisionsOf: (organization: string) => ShowRevisions | undefined;
  readonly listen: (organization: string, hear: (news: ShowNews) => void) => () => void;
  readonly close: () => void;
}

/** Numbers that rise with each change. */
export interface ShowRevisions {
  latest: number;
  storyboard: number;
  /** By the index of the step. */
  readonly steps: Map<number, number>;
}

/** Shows of all sandboxes in the memory of a process of its own; a further one ends the oldest. */
export const MOST_SHOWS = 200;

export const createShows = ({ most }: { readonly most: number }): Shows => {
  const shows = new Map<string, Show>();
  const listeners = createKeyedSubscribers<ShowNews>();
  const revisions = createRevisions();
  const revised = new Map<string, ShowRevisions>();
  /** What there was before it was replaced, until the listeners are told. */
  const replaced = new Map<string, Show | undefined>();

  const revise = (organization: string): ShowRevisions => {
    const own = getOrInsert(revised, organization, () => ({ latest: 0, storyboard: 0, steps: new Map() }));
    own.latest = revisions.next();
    return own;
  };

  const tell = (organization: string, show: Show): void => {
    const { storyboard, played } = show;
    listeners.notify(organization, { storyboard: storyboard.name, status: statusOf(show), played: played.length });
  };

  const tellEnd = (organization: string): void => {
    listeners.notify(organization, { storyboard: null, status: 'ended', played: 0 });
  };

  const forget = (organization: string): void => {
    const show = shows.get(organization);
    revised.delete(organization);
    if (show === undefined) return;
    stopPace(show);
    shows.delete(organization);
    tellEnd(organization);
  };

  const changed: Shows['changed'] = (organization, show) => {
    if (shows.get(organization) !== show) return;
    const { latest, steps } = revise(organization);
    if (show.played.length > 0) steps.set(show.played.length - 1, latest);
    tell(organization, show);
  };

  const tellReplaced = (): void => {
    const all = [...replaced];
    replaced.clear();
    for (const [organization, former] of all) {
      const show = shows.get(organization);
      if (former !== undefined && former !== show) stopPace(former);
      if (show !== undefined) tell(organization, show);
      else if (former !== undefined) tellEnd(organization);
    }
  };

  return {
    of: (organization) => shows.get(organization),
    all: () => shows.values(),
    begin: (organization, show) => {
      forget(organization);
      const [oldest] = shows.keys();
      if (shows.size >= most && oldest !== undefined) forget(oldest);
      shows.set(organization, show);
      const own = revise(organization);
      own.storyboard = own.latest;
      changed(organization, show);
    },
    changed,
    forget,
    place: (organization, show) => {
      // Who takes over all that is stored first empties what is here: listeners are told of the outcome only.
      if (replaced.size === 0) void Promise.resolve().then(tellReplaced);
      if (!replaced.has(organization)) replaced.set(organization, shows.get(organization));
      if (show === undefined) {
        shows.delete(organization);
        revised.delete(organization);
      } else {
        shows.set(organization, show);
        revise(organization);
      }
    },
    formerOf: (organization) => replaced.get(organization),
    revisionsOf: (organization) => revised.get(organization),
    listen: listeners.subscribe,
    close: () => {
      for (const { pace } of shows.values()) pace?.cancel?.();
    },
  };
};
