import { type LiveState, createRevisions } from '../sandbox/live-state.ts';

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

/** Kept when its row is ended, so that its revision does not come back. */
interface ClientState extends Standing {
  readonly revision: number;
}

/** The circuit breaker: one client is paused, the others of its organization are not. */
export interface ClientPauses {
  readonly breaker: Breaker;
  /** End of the pause in milliseconds since the epoch; undefined if the client is not paused. */
  readonly pausedUntil: (clientId: string, now: number) => number | undefined;
  /** Counts a 429; true if it starts a pause. */
  readonly strike: (clientId: string, now: number) => boolean;
  /** Ends a pause early. */
  readonly forget: (clientId: string) => void;
  /** Any other response resets the count. */
  readonly clear: (clientId: string) => void;
  /** What is known of the clients of an organization, by its UUID. */
  readonly liveOf: (clientsOf: (organization: string) => readonly string[]) => LiveState;
}

export const createClientPauses = (breaker: Breaker): ClientPauses => {
  const standings = new Map<string, ClientState>();
  const revisions = createRevisions();
  const { strikes: most, pause } = breaker;

  const set = (clientId: string, { strikes, pausedUntil }: Standing): void => {
    standings.set(clientId, { strikes, pausedUntil, revision: revisions.next() });
  };

  return {
    breaker,
    pausedUntil: (clientId, now) => {
      const until = standings.get(clientId)?.pausedUntil;
      if (until === undefined || now < until) return until;
      set(clientId, NONE);
      return undefined;
    },
    strike: (clientId, now) => {
      const strikes = (standings.get(clientId)?.strikes ?? 0) + 1;
      const begins = strikes >= most;
      set(clientId, { strikes, pausedUntil: begins ? now + pause : undefined });
      return begins;
    },
    forget: (clientId) => {
      standings.delete(clientId);
    },
    clear: (clientId) => {
      const standing = standings.get(clientId);
      // A pause stays: a call that is rejected for another reason does not shorten it.
      if (standing !== undefined && standing.strikes > 0 && standing.pausedUntil === undefined) set(clientId, NONE);
    },
    liveOf: (clientsOf) => ({
      name: 'client-pauses',
      revision: ({ uuid }) => Math.max(0, ...clientsOf(uuid).map((id) => standings.get(id)?.revision ?? 0)),
      capture: ({ uuid }) => {
        const known = clientsOf(uuid).flatMap((id) => {
          const { strikes = 0, pausedUntil } = standings.get(id) ?? {};
          return strikes === 0 ? [] : [[id, { strikes, pausedUntil }] as const];
        });
        return known.length === 0 ? undefined : Object.fromEntries(known);
      },
      restore: ({ uuid }, captured) => {
        const brought = (captured ?? {}) as Readonly<Record<string, Standing>>;
        for (const id of clientsOf(uuid)) if (standings.has(id) && !Object.hasOwn(brought, id)) set(id, NONE);
        for (const [id, standing] of Object.entries(brought)) set(id, standing);
      },
    }),
  };
};

const NONE: Standing = { strikes: 0 };
