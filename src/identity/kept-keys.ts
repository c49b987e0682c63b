import { isDeepStrictEqual } from 'node:util';
import type { JWK } from 'jose';
import { createDirectory } from '../engine/sandbox/directory.ts';
import type { Store } from '../engine/sandbox/store.ts';
import type { Clock } from '../kernel/clock.ts';
import { createSubscribers } from '../kernel/subscribers.ts';
import { createTurns } from '../kernel/turns.ts';
import { type VerifyingKey, formerAfter, toVerifyingKey } from './key-ring.ts';
import { type SigningKeys, createExtractableKeys, toPublicJwk, toPublicKey, toSigningKeys } from './signing-keys.ts';

const CURRENT = 'current';
const FORMER = 'former';

/** The former keys are stored beside the one that signs, where releases that know only that one do not look. */
type Stored =
  | { readonly id: typeof CURRENT; readonly jwk: JWK }
  | { readonly id: typeof FORMER; readonly keys: readonly FormerKey[] };

interface Kept {
  readonly jwk: JWK;
  readonly former: readonly FormerKey[];
}

/** Its private part is forgotten: nothing is signed with it any more. */
interface FormerKey {
  readonly jwk: JWK;
  readonly endsAt: number;
}

interface Held {
  readonly kept: Kept;
  readonly signing: SigningKeys;
  readonly all: readonly VerifyingKey[];
}

/** The keys that are stored: tokens stay valid when a server restarts, and on all servers of a store. */
export const keepKeys = ({
  store,
  wall,
  unstored,
}: {
  readonly store: Store;
  readonly wall: Clock;
  /**
   * Told if the keys cannot be stored: they are then those of this run only. Undefined where several processes use the
   * store: they must not sign with different keys, so that nothing is signed until the store answers.
   */
  readonly unstored: ((error: unknown) => void) | undefined;
}) => {
  const directory = createDirectory<Stored>(store, { name: 'signing-keys', idOf: ({ id }) => id });
  const { subscribe: onChange, notify: changed } = createSubscribers<undefined>();
  let held: Promise<Held> | undefined;

  const draw = async (): Promise<Kept> => {
    const drawn: Kept = { jwk: await createExtractableKeys(), former: [] };
    const kept = directory.change(({ all, put }) => {
      // Another process may have been faster: all sign with the same key.
      const faster = toKept(all());
      if (faster === undefined) toStored(drawn).forEach(put);
      return faster ?? drawn;
    });
    if (unstored === undefined) return kept;
    return kept.catch((error: unknown) => {
      unstored(error);
      return drawn;
    });
  };

  /** What failed is tried again by the next who needs it. */
  const hold = (keys: Promise<Held>): Promise<Held> => {
    held = keys;
    keys.catch(() => {
      if (held === keys) held = undefined;
    });
    return keys;
  };

  const load = (): Promise<Held> =>
    held ?? hold(directory.all().then(async (stored) => toHeld(toKept(stored) ?? (await draw()))));

  /** One at a time: what was read later is not replaced by what was read earlier. */
  const inTurn = createTurns();
  const refresh = (): Promise<void> =>
    inTurn(async () => {
      const known = await held?.catch(() => undefined);
      if (known === undefined) return;
      const kept = toKept(await directory.all());
      if (kept === undefined || isDeepStrictEqual(kept, known.kept)) return;
      await hold(toHeld(kept));
      changed(undefined);
    });

  // Generating a key is slow: it starts at once. The first use gets the error.
  load().catch(() => undefined);

  return {
    signing: async () => (await load()).signing,
    all: async () => (await load()).all,
    rotate: async (window: number) => {
      const before = await load();
      const jwk = await createExtractableKeys();
      await directory.change(({ all, put }) => {
        const { jwk: replaced, former } = toKept(all()) ?? before.kept;
        const ending = { jwk: toPublicJwk(replaced), endsAt: Infinity };
        toStored({ jwk, former: formerAfter(ending, former, wall.now() + window) }).forEach(put);
      });
      await refresh();
      return (await load()).all;
    },
    onChange,
    /** Learns what other processes have rotated. */
    refresh,
    /** Resolves when the keys no longer use the store. */
    close: async () => {
      await held?.catch(() => undefined);
    },
  };
};

const toHeld = async (kept: Kept): Promise<Held> => {
  const [signing, ...former] = await Promise.all([
    toSigningKeys(kept.jwk),
    ...kept.former.map(async ({ jwk, endsAt }): Promise<VerifyingKey> => ({ ...(await toPublicKey(jwk)), endsAt })),
  ]);
  return { kept, signing, all: [toVerifyingKey(signing), ...former] };
};

const toKept = (stored: readonly Stored[]): Kept | undefined => {
  const current = stored.find((one) => one.id === CURRENT);
  const former = stored.find((one) => one.id === FORMER);
  return current && { jwk: current.jwk, former: former?.keys ?? [] };
};

const toStored = ({ jwk, former }: Kept): readonly Stored[] => [
  { id: CURRENT, jwk },
  ...(former.length > 0 ? [{ id: FORMER, keys: former } as const] : []),
];
