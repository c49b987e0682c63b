import { toIsoDateTime } from '../../kernel/clock.ts';
import { createKeyedSubscribers } from '../../kernel/subscribers.ts';
import { UNOWNED } from '../journal/journal.ts';
import type { FoldableFeed } from '../journal/shared/journal-feed.ts';
import { type CoverageReport, toReport } from './coverage-report.ts';
import type { Finding } from './finding.ts';
import { type Observation, type ObservationParts, createObservation } from './shared-observation.ts';
import type { Watches, WatchesParts } from './watches.ts';

export interface SharedWatchesParts extends WatchesParts {
  readonly feed: Pick<FoldableFeed, 'append' | 'logOf' | 'foldBy' | 'catchUp'>;
}

/**
 * Coverage and findings of what all processes have recorded. Each process computes them from the records, in the order of
 * their positions, and so comes to the same: nothing is counted by one for the others.
 */
export const createSharedWatches = (parts: SharedWatchesParts): Watches => {
  const { describable, sharesUnowned, feed, clock } = parts;
  const observations = new Map<string, Observation>();
  const listeners = createKeyedSubscribers<Finding>();

  const toParts = (owner: string): ObservationParts => ({
    ...parts,
    hasClients: owner !== UNOWNED,
    found: (make) => {
      if (listeners.has(owner)) listeners.notify(owner, make());
    },
  });

  const observe = (owner: string): Observation => {
    const log = feed.logOf(owner);
    let one = observations.get(owner);
    // The journal may have forgotten it, and read it again.
    if (one?.log !== log) observations.set(owner, (one = createObservation(log, toParts(owner))));
    one.update();
    return one;
  };

  const analyse = (): void => {
    for (const owner of observations.keys()) if (listeners.has(owner)) observe(owner);
  };

  feed.foldBy((owner, until) =>
    createObservation(feed.logOf(owner), { ...toParts(owner), found: undefined }).fold(until),
  );

  return {
    // It reads the records.
    onExchange: () => undefined,
    emitted: () => undefined,
    note: (owner, sighting) => {
      feed.append(owner, () => ({ kind: 'note', topic: 'sighting', data: { sighting, at: clock.now() } }));
    },
    receiver: (owner, news) => {
      feed.append(owner, () => ({ kind: 'note', topic: 'receiver', data: { news, at: clock.now() } }));
    },
    coverageOf: (organization = UNOWNED, since): CoverageReport => {
      const own = observe(organization);
      const unowned = sharesUnowned && organization !== UNOWNED ? observe(UNOWNED) : undefined;
      const isHidden = organization === UNOWNED && !sharesUnowned;
      const now = isHidden ? [] : [own.counts(), ...(unowned === undefined ? [] : [unowned.counts()])];
      if (since === 'start') return toReport({ now, before: [] }, describable, toIsoDateTime(own.startedAt()));
      const before = [...own.before(), ...(unowned === undefined ? [] : [unowned.countsUntil(own.resetPosition())])];
      return toReport({ now, before: isHidden ? [] : before }, describable, toIsoDateTime(own.resetAt()));
    },
    findingsOf: (organization = UNOWNED) => observe(organization).findings(),
    analyse,
    listen: (organization, hear) => {
      // What is known already is no news.
      observe(organization);
      return listeners.subscribe(organization, hear);
    },
    reset: (organization = UNOWNED) => {
      feed.append(organization, () => ({ kind: 'note', topic: 'reset', data: { at: clock.now() } }));
    },
    // The journal tells what was undone.
    save: () => () => undefined,
    catchUp: (organization = UNOWNED) =>
      feed.catchUp(sharesUnowned && organization !== UNOWNED ? [organization, UNOWNED] : [organization]),
    drop: (organization) => {
      observations.delete(organization);
    },
  };
};
