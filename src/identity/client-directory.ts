import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { Client, Organization } from './organization.ts';

export interface Membership {
  /** Without its secret, which changes: whether one is right is a question for the directory. */
  readonly client: Omit<Client, 'clientSecret'>;
  readonly organization: Organization;
}

export interface Rotation {
  readonly clientSecret: string;
  /** Milliseconds since the epoch: from then on the former secret is refused. */
  readonly previousSecretExpiresAt: number;
}

/** Who may ask for tokens, by client id, and with which secret. */
export interface ClientDirectory {
  readonly find: (clientId: string) => Membership | undefined;
  /** Whether the secret is the client's at this moment; during a rotation window it has two. */
  readonly isSecret: (clientId: string, secret: string) => boolean;
  /**
   * Gives a client a new secret. "Old and new are both valid during a rotation window": so many milliseconds. Like the
   * identity provider, it remembers one former secret; a rotation within the window ends the oldest at once.
   */
  readonly rotateSecret: (clientId: string, window: number) => Rotation;
}

/** Only digests are kept: they have the same length for any secret, and nobody can read a secret out of here. */
interface Secrets {
  readonly current: Buffer;
  readonly previous?: { readonly digest: Buffer; readonly endsAt: number };
}

export const createClientDirectory = (
  organizations: readonly Organization[],
  clock: Clock,
  random: Random,
): ClientDirectory => {
  const draws = random.split('client-secrets');
  const members = new Map<string, Membership>();
  const secrets = new Map<string, Secrets>();
  for (const organization of organizations)
    for (const { clientSecret, ...client } of organization.clients) {
      members.set(client.clientId, { client, organization });
      secrets.set(client.clientId, { current: digest(clientSecret) });
    }

  return {
    find: (clientId) => members.get(clientId),
    isSecret: (clientId, secret) => {
      const known = secrets.get(clientId);
      if (known === undefined) return false;
      const given = digest(secret);
      const { current, previous } = known;
      if (timingSafeEqual(current, given)) return true;
      return previous !== undefined && clock.now() < previous.endsAt && timingSafeEqual(previous.digest, given);
    },
    rotateSecret: (clientId, window) => {
      const known = secrets.get(clientId);
      if (known === undefined) throw new Error(`no client "${clientId}"`);
      const clientSecret = drawSecret(draws);
      const endsAt = clock.now() + window;
      secrets.set(clientId, { current: digest(clientSecret), previous: { digest: known.current, endsAt } });
      return { clientSecret, previousSecretExpiresAt: endsAt };
    },
  };
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 letters and digits, the form that the identity provider gives its secrets. */
const drawSecret = (random: Random): string =>
  Array.from({ length: 32 }, () => CHARACTERS.charAt(random.integer(0, CHARACTERS.length - 1))).join('');
