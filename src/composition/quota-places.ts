import { type Limited, type Places, createMemoryPlaces } from '../kernel/places.ts';
import type { LazyRef } from './lazy-ref.ts';
import type { Replication } from './open-store.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What a sandbox may have open at the same time, by the UUID of its organization. */
export interface QuotaPlaces {
  readonly streams: Places;
  readonly visitorStreams: Places;
  readonly longPolls: Places;
}

/** An audience has many screens. */
const STREAMS_OF_VISITORS = 10;

export const openQuotaPlaces = (
  { config }: Pick<RuntimeContext, 'config'>,
  replication: LazyRef<Replication>,
): QuotaPlaces => {
  const { streamsPerSandbox, longPollsPerSandbox } = config;
  const placesFor = config.databaseUrl === undefined ? createMemoryPlaces : placesLater(replication);
  return {
    streams: placesFor({ name: 'streams', limit: streamsPerSandbox }),
    visitorStreams: placesFor({ name: 'visitor-streams', limit: STREAMS_OF_VISITORS * streamsPerSandbox }),
    longPolls: placesFor({ name: 'long-polls', limit: longPollsPerSandbox }),
  };
};

/** The database is opened after the parts that need places. */
const placesLater =
  (replication: LazyRef<Replication>) =>
  (limited: Limited): Places => {
    let made: Places | undefined;
    const places = (): Places => (made ??= replication.get().places(limited));
    return {
      limit: limited.limit,
      take: (key) => places().take(key),
      usedBy: (key) => places().usedBy(key),
    };
  };
