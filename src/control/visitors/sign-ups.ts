import { createHash, createHmac } from 'node:crypto';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Counters, HOUR, countWhile } from '../../engine/rate-limiting/counters.ts';
import type { Visitor } from '../../identity/console-sessions.ts';
import { isSameSecret } from '../../kernel/is-same-secret.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ManagedSandboxes } from '../sandboxes/managed-sandboxes.ts';
import { OPERATOR, refuseVisitor } from './visitor-links.ts';

/** Visitors who come without a link: a sandbox for the work of a moment. */
export type SignUps = ReturnType<typeof createSignUps>;

interface SignUpsParts extends SignUpChallengesParts {
  readonly isOpen: boolean;
  readonly sandboxes: Pick<ManagedSandboxes, 'create'>;
  readonly perHour: number;
  readonly perHourAndAddress: number;
}

export const createSignUps = (parts: SignUpsParts) => {
  const { isOpen, sandboxes, perHour, perHourAndAddress, counters } = parts;
  const challenges = createSignUpChallenges(parts);
  const ofAddress = counters({ name: 'sign-ups-of-address', limit: perHourAndAddress, window: HOUR });
  const ofAll = counters({ name: 'sign-ups', limit: perHour, window: HOUR });

  return {
    /** Throws 404 if the operator has not turned it on. */
    challenge: async () => {
      if (!isOpen) throw refuseVisitor('sign-up-off');
      return challenges.give();
    },
    /** `sender` is the network of the visitor; undefined if it is unknown. */
    admit: async (
      { challenge, solution }: { readonly challenge: string; readonly solution: string },
      sender: string | undefined = '',
    ): Promise<Visitor> => {
      if (!isOpen) throw refuseVisitor('sign-up-off');
      const verdict = await challenges.check(challenge, solution);
      if (verdict !== 'right') throw refuseVisitor(verdict);
      const make = async (): Promise<Visitor> => {
        // Of two requests with one proof at the same time, one is admitted.
        if (!(await challenges.use(challenge))) throw refuseVisitor('challenge-used');
        const { sandbox } = (await sandboxes.create({ name: 'Visitor', visitor: {} }, OPERATOR)).organization;
        return { kind: 'visitor', sandbox, visit: sandbox, permission: 'everything' };
      };
      const ofOne = (seconds: number) => refuseVisitor('too-many-sign-ups', { most: perHourAndAddress, seconds });
      const ofEach = (seconds: number) => refuseVisitor('sign-ups-exhausted', { seconds });
      return countWhile(ofAddress, sender, ofOne, () => countWhile(ofAll, '', ofEach, make)).catch((error: unknown) => {
        throw error instanceof Problem && error.members.status === 507
          ? refuseVisitor('no-room', { whom: 'ask the operator' })
          : error;
      });
    },
  };
};

interface SignUpChallengesParts {
  readonly clock: Clock;
  readonly counters: Counters;
  /** Unpredictable texts of 256 bits. */
  readonly draw: () => string;
  /** Such a text, which signs the challenges; the same on every replica. */
  readonly key: () => string | Promise<string>;
}

/** Leading zero bits of the SHA-256 of the UTF-8 text `<challenge>.<solution>`: about 130,000 digests. */
const PROOF_BITS = 17;

/** Milliseconds: also for a slow phone. */
const CHALLENGE_LIFE = 5 * 60_000;

/**
 * Work that a browser does in about a second, and a flood has to do for each sandbox. The server keeps nothing for a
 * challenge that it gives: it signs it, and remembers those that were used.
 */
const createSignUpChallenges = (parts: SignUpChallengesParts) => {
  const { clock, draw } = parts;
  const uses = parts.counters({ name: 'sign-up-challenges', limit: 1, window: CHALLENGE_LIFE });
  const sign = async (text: string): Promise<string> =>
    createHmac('sha256', await parts.key())
      .update(text)
      .digest('base64url');

  /** When the challenge expires; undefined if this server did not give it. */
  const endOf = async (challenge: string): Promise<number | undefined> => {
    const [nonce = '', end = '', signature = ''] = challenge.split('.');
    return isSameSecret(signature, await sign(`${nonce}.${end}`)) ? Number.parseInt(end, 36) : undefined;
  };

  return {
    /** `endsIn`: milliseconds until it expires. */
    give: async () => {
      const text = `${draw()}.${Math.round(clock.now() + CHALLENGE_LIFE).toString(36)}`;
      return { challenge: `${text}.${await sign(text)}`, bits: PROOF_BITS, endsIn: CHALLENGE_LIFE };
    },
    check: async (
      challenge: string,
      solution: string,
    ): Promise<'right' | 'proof-wrong' | 'challenge-expired' | 'challenge-used' | 'challenge-unknown'> => {
      const end = await endOf(challenge);
      if (end === undefined) return 'challenge-unknown';
      if (end <= clock.now()) return 'challenge-expired';
      if ((await uses.waitOf(challenge)) > 0) return 'challenge-used';
      return zeroBitsOf(createHash('sha256').update(`${challenge}.${solution}`).digest()) >= PROOF_BITS
        ? 'right'
        : 'proof-wrong';
    },
    /** A challenge works once: false if it was used already. */
    use: async (challenge: string): Promise<boolean> => (await uses.take(challenge)) === undefined,
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
