/** What a client that knows the description would write down of keys and budgets: small enough to be right. */
export interface Organization {
  readonly name: string;
  readonly clients: readonly [string, ...string[]];
  readonly sellers: readonly [string, string];
  /** Writes per minute, and how many more a burst admits. */
  readonly writes: number;
  readonly burst: number;
}

export const STANDARD: Organization = {
  name: 'demo',
  clients: ['api-client-demo', 'api-client-demo-2'],
  sellers: ['3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31', '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f'],
  writes: 60,
  burst: 10,
};

export const ENTERPRISE: Organization = {
  name: 'enterprise',
  clients: ['api-client-enterprise'],
  sellers: ['acbda359-95c1-4bf5-b598-96c4baf862d4', '5945880a-e06f-4476-9b07-ec8b87054c8d'],
  writes: 10_000_000,
  burst: 0,
};

export const MINUTE = 60_000;
/** "Idempotency window | 24 hours", "10 consecutive 429 answers to one API client pause that client for 15 minutes". */
export const WINDOW = 24 * 60 * MINUTE;
const STRIKES = 10;
export const PAUSE = 15 * MINUTE;

/** What of a request matters here. How it was written does not. */
export interface Creation {
  readonly organization: Organization;
  readonly client: string;
  readonly seller: string;
  readonly key: string;
  /** Which order; undefined for one that breaks the description. */
  readonly order: number | undefined;
}

interface Effect<Request extends Creation> {
  readonly request: Request;
  /** What a replay repeats byte by byte. */
  readonly content: string;
  readonly beganAt: number;
}

export type Outcome = 'paused' | 'replay' | 'limited' | 'reused' | 'invalid' | 'first effect' | 'effect of an old key';

export const OUTCOMES: Readonly<Record<Outcome, { status: number; problem: string | undefined; replayed: boolean }>> = {
  paused: { status: 429, problem: 'rate-limited', replayed: false },
  replay: { status: 201, problem: undefined, replayed: true },
  limited: { status: 429, problem: 'rate-limited', replayed: false },
  reused: { status: 422, problem: 'idempotency-key-reused', replayed: false },
  invalid: { status: 422, problem: 'validation-error', replayed: false },
  'first effect': { status: 201, problem: undefined, replayed: false },
  'effect of an old key': { status: 201, problem: undefined, replayed: false },
};

export interface Model<Request extends Creation> {
  /** What happens to a request at this moment; the model moves on with it. */
  readonly predict: (request: Request, now: number) => Outcome;
  readonly remaining: (organization: Organization, now: number) => number;
  readonly record: (effect: Effect<Request>) => void;
  readonly effectOf: (request: Request) => Effect<Request> | undefined;
  /** The last effect of each key; those that are older than the window are still there, to be tried again. */
  readonly effects: () => readonly Effect<Request>[];
}

export const createModel = <Request extends Creation>(): Model<Request> => {
  const effects = new Map<string, Effect<Request>>();
  const used = new Map<Organization, { readonly minute: number; readonly requests: number }>();
  const strikes = new Map<string, number>();
  const pausedUntil = new Map<string, number>();

  const scopeOf = ({ organization, key }: Creation): string => `${organization.name} ${key}`;
  const usedBy = (organization: Organization, now: number): number => {
    const counted = used.get(organization);
    return counted?.minute === Math.floor(now / MINUTE) ? counted.requests : 0;
  };

  return {
    predict: (request, now) => {
      const { organization, client, seller, order } = request;
      if ((pausedUntil.get(client) ?? 0) > now) return 'paused';
      const inARow = strikes.get(client) ?? 0;
      strikes.set(client, 0);

      const effect = effects.get(scopeOf(request));
      const known = effect !== undefined && now - effect.beganAt < WINDOW ? effect.request : undefined;
      if (known?.seller === seller && known.order === order) return 'replay';

      const requests = usedBy(organization, now);
      if (requests === organization.writes + organization.burst) {
        strikes.set(client, (inARow + 1) % STRIKES);
        if (inARow + 1 === STRIKES) pausedUntil.set(client, now + PAUSE);
        return 'limited';
      }
      used.set(organization, { minute: Math.floor(now / MINUTE), requests: requests + 1 });
      if (known !== undefined) return 'reused';
      if (order === undefined) return 'invalid';
      return effect === undefined ? 'first effect' : 'effect of an old key';
    },
    remaining: (organization, now) => Math.max(0, organization.writes - usedBy(organization, now)),
    record: (effect) => effects.set(scopeOf(effect.request), effect),
    effectOf: (request) => effects.get(scopeOf(request)),
    effects: () => [...effects.values()],
  };
};
