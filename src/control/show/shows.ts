import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import type { ShowNews } from '../activity/activity.ts';
import { type Show, statusOf } from './show.ts';

/** The shows that are being played, by organization. Kept in memory: a show ends with the process. */
export interface Shows {
  readonly of: (organization: string) => Show | undefined;
  readonly all: () => Iterable<Show>;
  /** Ends the show that was played before. */
  readonly begin: (organization: string, show: Show) => void;
  /** Tells the listeners that the show has changed. */
  readonly changed: (organization: string, show: Show) => void;
  /** Ends the show, also when the contents of its sandbox are replaced by others. */
  readonly forget: (organization: string) => void;
  readonly listen: (organization: string, hear: (news: ShowNews) => void) => () => void;
  readonly close: () => void;
}

/** Shows of all sandboxes; a further one ends the oldest. */
const MOST_SHOWS = 200;

export const createShows = (): Shows => {
  const shows = new Map<string, Show>();
  const listeners = createKeyedSubscribers<ShowNews>();

  const forget = (organization: string): void => {
    const show = shows.get(organization);
    if (show === undefined) return;
    show.pace?.cancel();
    shows.delete(organization);
    listeners.notify(organization, { storyboard: null, status: 'ended', played: 0 });
  };

  const changed: Shows['changed'] = (organization, show) => {
    if (shows.get(organization) !== show) return;
    const { storyboard, played } = show;
    listeners.notify(organization, { storyboard: storyboard.name, status: statusOf(show), played: played.length });
  };

  return {
    of: (organization) => shows.get(organization),
    all: () => shows.values(),
    begin: (organization, show) => {
      forget(organization);
      const [oldest] = shows.keys();
      if (shows.size >= MOST_SHOWS && oldest !== undefined) forget(oldest);
      shows.set(organization, show);
      changed(organization, show);
    },
    changed,
    forget,
    listen: listeners.subscribe,
    close: () => {
      for (const { pace } of shows.values()) pace?.cancel();
    },
  };
};
