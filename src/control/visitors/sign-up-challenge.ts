import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';

/**
 * Work that a browser does in about a second, and a flood has to do for each sandbox. The server keeps nothing for a
 * challenge that it gives: it signs it, and remembers those that were used.
 */
export interface SignUpChallenges {
  readonly give: () => SignUpChallenge;
  readonly check: (challenge: string, solution: string) => 'right' | 'wrong' | 'expired' | 'used' | 'foreign';
  /** A challenge works once: false if it was used already. */
  readonly use: (challenge: string) => boolean;
}

export interface SignUpChallenge {
  readonly challenge: string;
  /** Leading zero bits of the SHA-256 of the UTF-8 text `<challenge>.<solution>`. */
  readonly bits: number;
  /** Milliseconds until it expires. */
  readonly endsIn: number;
}

export interface SignUpChallengesParts {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Unpredictable texts of 256 bits. */
  readonly draw: () => string;
}

/** About 130,000 digests. */
const PROOF_BITS = 17;

/** Milliseconds: also for a slow phone. */
const CHALLENGE_LIFE = 5 * 60_000;

/** Used challenges that are remembered, until they expire: more than the sign-ups of an hour. */
const MOST_USED = 100_000;

export const createSignUpChallenges = ({ clock, draw }: SignUpChallengesParts): SignUpChallenges => {
  const key = draw();
  const used = new LRUCache<string, true>({ max: MOST_USED });
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');

  /** When the challenge expires; undefined if this server did not give it. */
  const endOf = (challenge: string): number | undefined => {
    const [nonce = '', end = '', signature = ''] = challenge.split('.');
    const given = Buffer.from(signature);
    const right = Buffer.from(sign(`${nonce}.${end}`));
    return given.length === right.length && timingSafeEqual(given, right) ? Number.parseInt(end, 36) : undefined;
  };

  return {
    give: () => {
      const text = `${draw()}.${Math.round(clock.elapsed() + CHALLENGE_LIFE).toString(36)}`;
      return { challenge: `${text}.${sign(text)}`, bits: PROOF_BITS, endsIn: CHALLENGE_LIFE };
    },
    check: (challenge, solution) => {
      const end = endOf(challenge);
      if (end === undefined) return 'foreign';
      if (end <= clock.elapsed()) return 'expired';
      if (used.has(challenge)) return 'used';
      return zeroBitsOf(createHash('sha256').update(`${challenge}.${solution}`).digest()) >= PROOF_BITS
        ? 'right'
        : 'wrong';
    },
    use: (challenge) => {
      if (used.has(challenge)) return false;
      used.set(challenge, true);
      return true;
    },
  };
};

const zeroBitsOf = (digest: Uint8Array): number => {
  const first = digest.findIndex((byte) => byte !== 0);
  return first === -1 ? digest.length * 8 : first * 8 + Math.clz32(digest[first] ?? 0) - 24;
};
