import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import type { StreamedShow } from '../../generated/control-schemas.ts';
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
  /** Takes over a show from another process; undefined: there is none. */
  readonly place: (organization: string, show: Show | undefined) => void;
  /** A number that differs after each change. */
  readonly changesOf: (organization: string) => number;
  readonly listen: (organization: string, hear: (news: StreamedShow) => void) => () => void;
  readonly close: () => void;
}

/** Shows of all sandboxes in the memory of a process of its own; a further one ends the oldest. */
export const MOST_SHOWS = 200;

export const createShows = ({ most }: { readonly most: number }): Shows => {
  const shows = new Map<string, Show>();
  const listeners = createKeyedSubscribers<StreamedShow>();
  const changes = new Map<string, number>();
  let latest = 0;

  const tell = (organization: string, show: Show): void => {
    const { storyboard, played } = show;
    listeners.notify(organization, { storyboard: storyboard.name, status: statusOf(show), played: played.length });
  };

  const tellEnd = (organization: string): void => {
    listeners.notify(organization, { storyboard: null, status: 'ended', played: 0 });
  };

  const forget = (organization: string): void => {
    const show = shows.get(organization);
    if (show === undefined) return;
    stopPace(show);
    shows.delete(organization);
    changes.delete(organization);
    tellEnd(organization);
  };

  const changed: Shows['changed'] = (organization, show) => {
    if (shows.get(organization) !== show) return;
    changes.set(organization, ++latest);
    tell(organization, show);
  };

  return {
    of: (organization) => shows.get(organization),
    all: () => shows.values(),
    begin: (organization, show) => {
      forget(organization);
      const [oldest] = shows.keys();
      if (shows.size >= most && oldest !== undefined) forget(oldest);
      shows.set(organization, show);
      changed(organization, show);
    },
    changed,
    forget,
    place: (organization, show) => {
      forget(organization);
      if (show === undefined) return;
      shows.set(organization, show);
      changed(organization, show);
    },
    changesOf: (organization) => changes.get(organization) ?? 0,
    listen: listeners.subscribe,
    close: () => {
      for (const { pace } of shows.values()) pace?.cancel?.();
    },
  };
};
