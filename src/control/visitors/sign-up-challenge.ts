import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Counters } from '../../engine/rate-limiting/counters.ts';
import type { Clock } from '../../kernel/clock.ts';

/**
 * Work that a browser does in about a second, and a flood has to do for each sandbox. The server keeps nothing for a
 * challenge that it gives: it signs it, and remembers those that were used.
 */
export interface SignUpChallenges {
  readonly give: () => Promise<SignUpChallenge>;
  readonly check: (challenge: string, solution: string) => Promise<'right' | 'wrong' | 'expired' | 'used' | 'foreign'>;
  /** A challenge works once: false if it was used already. */
  readonly use: (challenge: string) => Promise<boolean>;
}

export interface SignUpChallenge {
  readonly challenge: string;
  /** Leading zero bits of the SHA-256 of the UTF-8 text `<challenge>.<solution>`. */
  readonly bits: number;
  /** Milliseconds until it expires. */
  readonly endsIn: number;
}

interface SignUpChallengesParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly counters: Counters;
  /** Unpredictable texts of 256 bits. */
  readonly draw: () => string;
  /** Such a text, which signs the challenges; the same on every replica. */
  readonly key: () => string | Promise<string>;
}

/** About 130,000 digests. */
const PROOF_BITS = 17;

/** Milliseconds: also for a slow phone. */
const CHALLENGE_LIFE = 5 * 60_000;

export const createSignUpChallenges = (parts: SignUpChallengesParts): SignUpChallenges => {
  const { clock, draw } = parts;
  const uses = parts.counters({ name: 'sign-up-challenges', limit: 1, window: CHALLENGE_LIFE });
  const sign = async (text: string): Promise<string> =>
    createHmac('sha256', await parts.key())
      .update(text)
      .digest('base64url');

  /** When the challenge expires; undefined if this server did not give it. */
  const endOf = async (challenge: string): Promise<number | undefined> => {
    const [nonce = '', end = '', signature = ''] = challenge.split('.');
    const given = Buffer.from(signature);
    const right = Buffer.from(await sign(`${nonce}.${end}`));
    return given.length === right.length && timingSafeEqual(given, right) ? Number.parseInt(end, 36) : undefined;
  };

  return {
    give: async () => {
      const text = `${draw()}.${Math.round(clock.now() + CHALLENGE_LIFE).toString(36)}`;
      return { challenge: `${text}.${await sign(text)}`, bits: PROOF_BITS, endsIn: CHALLENGE_LIFE };
    },
    check: async (challenge, solution) => {
      const end = await endOf(challenge);
      if (end === undefined) return 'foreign';
      if (end <= clock.now()) return 'expired';
      if ((await uses.waitOf(challenge)) > 0) return 'used';
      return zeroBitsOf(createHash('sha256').update(`${challenge}.${solution}`).digest()) >= PROOF_BITS
        ? 'right'
        : 'wrong';
    },
    use: async (challenge) => (await uses.take(challenge)) === undefined,
  };
};

/** The key that all processes of a store have in common: that of the first one that asks for it. */
export const keepChallengeKey = async (store: Store, draw: () => string): Promise<string> => {
  const secrets = createDirectory<{ readonly id: string; readonly secret: string }>(store, {
    name: 'secrets',
    idOf: ({ id }) => id,
  });
  const id = 'sign-up-challenges';
  const known = await secrets.get(id);
  const kept = known ?? (await secrets.change(({ get, add }) => get(id) ?? add(() => ({ id, secret: draw() }))));
  return kept.secret;
};

const zeroBitsOf = (digest: Uint8Array): number => {
  const first = digest.findIndex((byte) => byte !== 0);
  return first === -1 ? digest.length * 8 : first * 8 + Math.clz32(digest[first] ?? 0) - 24;
};
