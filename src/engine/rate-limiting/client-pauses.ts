import type { LiveState } from '../sandbox/live-state.ts';

/** The thresholds of the circuit breaker. */
export interface Breaker {
  /** Consecutive 429 responses to one client. */
  readonly strikes: number;
  /** Milliseconds. */
  readonly pause: number;
}

interface Standing {
  readonly strikes: number;
  /** Milliseconds since the epoch; undefined if the client is not paused. */
  readonly pausedUntil?: number | undefined;
}

/** The circuit breaker: one client is paused, the others of its organization are not. */
export const createClientPauses = (breaker: Breaker) => {
  const standings = new Map<string, Standing>();
  const { strikes: most, pause } = breaker;

  return {
    breaker,
    /** End of the pause in milliseconds since the epoch; undefined if the client is not paused. */
    pausedUntil: (clientId: string, now: number): number | undefined => {
      const until = standings.get(clientId)?.pausedUntil;
      if (until === undefined || now < until) return until;
      standings.delete(clientId);
      return undefined;
    },
    /** Counts a 429; true if it starts a pause. */
    strike: (clientId: string, now: number): boolean => {
      const strikes = (standings.get(clientId)?.strikes ?? 0) + 1;
      const begins = strikes >= most;
      standings.set(clientId, { strikes, pausedUntil: begins ? now + pause : undefined });
      return begins;
    },
    /** Any other response resets the count. */
    clear: (clientId: string): void => {
      const standing = standings.get(clientId);
      // A pause stays: a call that is rejected for another reason does not shorten it.
      if (standing !== undefined && standing.pausedUntil === undefined) standings.delete(clientId);
    },
    /** What is known of the clients of an organization, by its UUID. */
    liveOf: (clientsOf: (organization: string) => readonly string[]): LiveState => ({
      name: 'client-pauses',
      save: ({ uuid }) => {
        const known = clientsOf(uuid).flatMap((id) => {
          const standing = standings.get(id);
          return standing === undefined ? [] : [[id, standing] as const];
        });
        return known.length === 0 ? undefined : Object.fromEntries(known);
      },
      load: ({ uuid }, saved) => {
        for (const id of clientsOf(uuid)) standings.delete(id);
        for (const [id, standing] of Object.entries((saved ?? {}) as Readonly<Record<string, Standing>>))
          standings.set(id, standing);
      },
    }),
  };
};
