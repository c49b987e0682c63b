import { type Places, createPlaces } from '../kernel/places.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What a sandbox may have open at the same time, by the UUID of its organization: all of it is open at its home. */
export interface QuotaPlaces {
  readonly streams: Places;
  readonly visitorStreams: Places;
  readonly longPolls: Places;
}

/** An audience has many screens. */
const STREAMS_OF_VISITORS = 10;

export const openQuotaPlaces = ({
  config: { streamsPerSandbox, longPollsPerSandbox },
}: Pick<RuntimeContext, 'config'>): QuotaPlaces => ({
  streams: createPlaces(streamsPerSandbox),
  visitorStreams: createPlaces(STREAMS_OF_VISITORS * streamsPerSandbox),
  longPolls: createPlaces(longPollsPerSandbox),
});
