import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type OrganizationChange, applyChange } from '../engine/sandbox/organization-change.ts';
import type { Clock } from '../kernel/clock.ts';
import { isSameSecret } from '../kernel/is-same-secret.ts';
import type { Random } from '../kernel/random.ts';
import { createSubscribers } from '../kernel/subscribers.ts';
import { type Client, type Organization, lowerTier } from './organization.ts';

/** A client without its secret, which can change: the directory checks secrets. */
export type KnownClient = Omit<Client, 'clientSecret'> & {
  /** How often it was changed, if ever: one that is as it was before is not the one that signed in to the console. */
  readonly changes?: number;
};

export interface Membership {
  readonly client: KnownClient;
  /** Without its clients, so that their secrets are not passed on. */
  readonly organization: Organization;
}

export interface Rotation {
  readonly clientSecret: string;
  /** Milliseconds since the epoch on the sandbox clock, after which the former secret is refused. */
  readonly previousSecretExpiresAt: number;
}

/** Digests in hexadecimal: equally long for any secret, and not reversible. */
export interface Secrets {
  readonly current: string;
  readonly previous?: { readonly digest: string; readonly endsAt: number };
  /** Number of rotations before the current secret; tokens name it. Absent for the first. */
  readonly number?: number;
  /** Tokens that were issued with a secret of a lower number end at these times on the sandbox clock. */
  readonly tokenEnds?: readonly { readonly before: number; readonly at: number }[];
}

/** More rotations within the five minutes of a token than a client needs. */
const MOST_ENDS = 10;

export interface ClientEntry {
  readonly client: KnownClient;
  readonly secrets: Secrets;
}

/** An organization as it is and as it began, and its clients. */
interface Held {
  organization: Organization;
  readonly beginning: Organization;
  readonly clientIds: Set<string>;
}

interface KeptClient extends ClientEntry {
  /** UUID of its organization. */
  readonly owner: string;
}

export type ClientDirectory = ReturnType<typeof createClientDirectory>;

/**
 * Clients that may request tokens, by client id, with their secrets. Organizations are added and removed at runtime.
 */
export const createClientDirectory = ({
  organizations,
  clockOf,
  random,
  capsTiers = false,
}: {
  /** Initial organizations. */
  readonly organizations: readonly Organization[];
  /** The clock of an organization's sandbox, which also times rotation windows. */
  readonly clockOf: (organization: string) => Clock;
  readonly random: Random;
  /** Whether a tier cannot exceed the initial one: users of a hosted server must not raise their own limits. */
  readonly capsTiers?: boolean;
}) => {
  const draws = random.split('client-secrets');
  const byUuid = new Map<string, Held>();
  const bySandbox = new Map<string, Held>();
  const clients = new Map<string, KeptClient>();
  const { subscribe: onChange, notify: changed } = createSubscribers<string>();
  const tokenEndListeners: ((clientId: string, atOnce: boolean) => void)[] = [];

  const nowFor = (clientId: string): number => clockOf(clients.get(clientId)?.owner ?? '').now();

  const find = (clientId: string): Membership | undefined => {
    const kept = clients.get(clientId);
    const held = byUuid.get(kept?.owner ?? '');
    return kept && held && { client: kept.client, organization: held.organization };
  };

  const addClient = (owner: string, entry: ClientEntry): void => {
    const { clientId } = entry.client;
    const former = clients.get(clientId);
    byUuid.get(former?.owner ?? '')?.clientIds.delete(clientId);
    clients.set(clientId, { ...entry, owner });
    byUuid.get(owner)?.clientIds.add(clientId);
    if (former !== undefined) changed(clientId);
  };

  const removeClient = (clientId: string): void => {
    byUuid.get(clients.get(clientId)?.owner ?? '')?.clientIds.delete(clientId);
    clients.delete(clientId);
    changed(clientId);
  };

  const reviseClient = (client: KnownClient): void => {
    const kept = clients.get(client.clientId);
    if (kept === undefined || isDeepStrictEqual(kept.client, client)) return;
    clients.set(client.clientId, { ...kept, client });
    changed(client.clientId);
  };

  const setSecrets = (clientId: string, secrets: Secrets): void => {
    const kept = clients.get(clientId);
    if (kept === undefined || isDeepStrictEqual(kept.secrets, secrets)) return;
    clients.set(clientId, { ...kept, secrets });
    const latest = secrets.tokenEnds?.at(-1);
    if (latest !== undefined && !isDeepStrictEqual(latest, kept.secrets.tokenEnds?.at(-1)))
      for (const listener of tokenEndListeners) listener(clientId, latest.at <= nowFor(clientId));
    changed(clientId);
  };

  /** The number of a secret that is currently valid for the client; during a rotation window two are. */
  const secretNumber = (clientId: string, secret: string): number | undefined => {
    const kept = clients.get(clientId);
    if (kept === undefined) return undefined;
    const { current, previous, number = 0 } = kept.secrets;
    const given = digestOf(secret);
    if (isSameSecret(current, given)) return number;
    const isPrevious =
      previous !== undefined && isSameSecret(previous.digest, given) && nowFor(clientId) < previous.endsAt;
    return isPrevious ? number - 1 : undefined;
  };

  const add = (entry: Omit<Organization, 'clients'>, entries: readonly ClientEntry[]): void => {
    const organization: Organization = { ...entry, clients: [] };
    const { uuid, sandbox } = organization;
    const held = { organization, beginning: organization, clientIds: byUuid.get(uuid)?.clientIds ?? new Set<string>() };
    byUuid.set(uuid, held);
    bySandbox.set(sandbox, held);
    for (const one of entries) addClient(uuid, one);
  };

  /** The client ids of an organization, by its UUID. */
  const clientsOf = (uuid: string): readonly string[] => [...(byUuid.get(uuid)?.clientIds ?? [])];

  for (const { clients: initial, ...organization } of organizations)
    add(
      organization,
      initial.map(({ clientSecret, ...client }) => ({ client, secrets: { current: digestOf(clientSecret) } })),
    );

  return {
    find,
    secretNumber,
    /** The client whose secret this is, where a secret alone is the credential. */
    findBySecret: (secret: string): Membership | undefined => {
      const digest = digestOf(secret);
      for (const [clientId, { secrets }] of clients)
        if (secrets.current === digest || secrets.previous?.digest === digest)
          return secretNumber(clientId, secret) === undefined ? undefined : find(clientId);
      return undefined;
    },
    isSecret: (clientId: string, secret: string): boolean => secretNumber(clientId, secret) !== undefined,
    /**
     * A new secret for a client with these secrets, which `setSecrets` puts in force. "Old and new are both valid during a
     * rotation window", given in milliseconds. Like the identity provider, it keeps one former secret; a rotation within the
     * window invalidates the oldest immediately. "Already-issued tokens stay valid", unless `endsTokens`: those of former
     * secrets end with the window.
     */
    rotate: (
      clientId: string,
      own: Secrets,
      window: number,
      endsTokens = false,
    ): { readonly rotation: Rotation; readonly secrets: Secrets } => {
      const endsAt = nowFor(clientId) + window;
      const number = (own.number ?? 0) + 1;
      // By client and number: replicas that rotate in turn must not draw the same secret twice.
      const clientSecret = drawClientSecret(draws.split(`${clientId}/${number}`));
      const tokenEnds = [...(own.tokenEnds ?? []), ...(endsTokens ? [{ before: number, at: endsAt }] : [])];
      return {
        rotation: { clientSecret, previousSecretExpiresAt: endsAt },
        secrets: {
          current: digestOf(clientSecret),
          previous: { digest: own.current, endsAt },
          number,
          ...(tokenEnds.length === 0 ? {} : { tokenEnds: tokenEnds.slice(-MOST_ENDS) }),
        },
      };
    },
    /** When tokens that were issued with the secret of this number end, on the sandbox clock; Infinity if they do not. */
    tokenEndOf: (clientId: string, number: number): number => {
      const ends = clients.get(clientId)?.secrets.tokenEnds ?? [];
      return Math.min(...ends.flatMap(({ before, at }) => (number < before ? [at] : [])));
    },
    /** `listener` is called when a rotation ends tokens: `atOnce`, or with its window. */
    onTokensEnd: (listener: (clientId: string, atOnce: boolean) => void): void => {
      tokenEndListeners.push(listener);
    },
    /** `listener` is called when a client has been replaced or removed, or its secret rotated. */
    onChange,
    secretsOf: (clientId: string): Secrets | undefined => clients.get(clientId)?.secrets,
    setSecrets,
    /** In order of registration. */
    organizations: (): readonly Organization[] => [...byUuid.values()].map(({ organization }) => organization),
    findBySandbox: (sandbox: string): Organization | undefined => bySandbox.get(sandbox)?.organization,
    /** The initial state of an organization, by the name of its sandbox. */
    beginningOf: (sandbox: string): Organization | undefined => bySandbox.get(sandbox)?.beginning,
    /** Sets what has become of an organization since its initial state. */
    revise: (sandbox: string, change: OrganizationChange<Organization> = {}): void => {
      const held = bySandbox.get(sandbox);
      if (held === undefined) return;
      const changed = applyChange(held.beginning, change);
      const rateLimitTier = lowerTier(changed.rateLimitTier, held.beginning.rateLimitTier);
      held.organization = capsTiers ? { ...changed, rateLimitTier } : changed;
    },
    clientsOf,
    entriesOf: (uuid: string): readonly ClientEntry[] =>
      clientsOf(uuid).flatMap((clientId) => {
        const kept = clients.get(clientId);
        return kept === undefined ? [] : [{ client: kept.client, secrets: kept.secrets }];
      }),
    /** Replaces the clients of an organization: what is the same as before is not touched. */
    setClients: (uuid: string, entries: readonly ClientEntry[]): void => {
      if (!byUuid.has(uuid)) return;
      const ids = new Set(entries.map(({ client }) => client.clientId));
      for (const clientId of clientsOf(uuid)) if (!ids.has(clientId)) removeClient(clientId);
      for (const entry of entries) {
        const { clientId } = entry.client;
        if (clients.get(clientId)?.owner === uuid) {
          reviseClient(entry.client);
          setSecrets(clientId, entry.secrets);
        } else addClient(uuid, entry);
      }
    },
    /** Generates a secret for a new client with this id. */
    drawSecret: (clientId: string): string => drawClientSecret(random.split('new-clients').split(clientId)),
    add,
    /** Removes an organization with its clients. */
    remove: (uuid: string): void => {
      const held = byUuid.get(uuid);
      byUuid.delete(uuid);
      if (held === undefined) return;
      bySandbox.delete(held.organization.sandbox);
      // Last: listeners find no trace of the organization.
      for (const clientId of held.clientIds) removeClient(clientId);
    },
  };
};

/** Digest of a secret, as stored. */
export const digestOf = (secret: string): string => hash('sha256', secret);

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 letters and digits, the format of the identity provider's secrets. */
export const drawClientSecret = (random: Random): string =>
  Array.from({ length: 32 }, () => CHARACTERS.charAt(random.integer(0, CHARACTERS.length - 1))).join('');
