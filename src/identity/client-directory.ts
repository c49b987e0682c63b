import { createHash, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../kernel/clock.ts';
import { getOrInsert } from '../kernel/get-or-insert.ts';
import type { Random } from '../kernel/random.ts';
import type { Client, Organization } from './organization.ts';

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

/**
 * Clients that may request tokens, by client id, with their secrets. Organizations are added and removed at runtime.
 */
export interface ClientDirectory {
  readonly find: (clientId: string) => Membership | undefined;
  /** The number of a secret that is currently valid for the client; during a rotation window two are. */
  readonly secretNumber: (clientId: string, secret: string) => number | undefined;
  readonly isSecret: (clientId: string, secret: string) => boolean;
  /**
   * A new secret for a client with these secrets, which `setSecrets` puts in force. "Old and new are both valid during a rotation window", given in milliseconds. Like the
   * identity provider, it keeps one former secret; a rotation within the window invalidates the oldest immediately.
   * "Already-issued tokens stay valid", unless `endsTokens`: those of former secrets end with the window.
   */
  readonly rotate: (
    clientId: string,
    own: Secrets,
    window: number,
    endsTokens?: boolean,
  ) => { readonly rotation: Rotation; readonly secrets: Secrets };
  /** When tokens that were issued with the secret of this number end, on the sandbox clock; Infinity if they do not. */
  readonly tokenEndOf: (clientId: string, secretNumber: number) => number;
  /** `listener` is called when a rotation ends tokens: `atOnce`, or with its window. */
  readonly onTokensEnd: (listener: (clientId: string, atOnce: boolean) => void) => void;
  /** `listener` is called when a client has been replaced or removed, or its secret rotated. */
  readonly onChange: (listener: (clientId: string) => void) => void;
  readonly secretsOf: (clientId: string) => Secrets | undefined;
  readonly setSecrets: (clientId: string, secrets: Secrets) => void;
  /** In order of registration. */
  readonly organizations: () => readonly Organization[];
  readonly findBySandbox: (sandbox: string) => Organization | undefined;
  /** The initial state of an organization, by the name of its sandbox. */
  readonly beginningOf: (sandbox: string) => Organization | undefined;
  /** Replaces the organization with the same UUID. */
  readonly revise: (organization: Organization) => void;
  /** The client ids of an organization, by its UUID. */
  readonly clientsOf: (organization: string) => readonly string[];
  readonly entriesOf: (organization: string) => readonly ClientEntry[];
  /** Replaces the clients of an organization: what is the same as before is not touched. */
  readonly setClients: (organization: string, entries: readonly ClientEntry[]) => void;
  /** Generates a secret for a new client with this id. */
  readonly drawSecret: (clientId: string) => string;
  readonly add: (organization: Omit<Organization, 'clients'>, clients: readonly ClientEntry[]) => void;
  /** Removes an organization with its clients. */
  readonly remove: (organization: string) => void;
}

interface ClientDirectoryParts {
  /** Initial organizations. */
  readonly organizations: readonly Organization[];
  /** The clock of an organization's sandbox, which also times rotation windows. */
  readonly clockOf: (organization: string) => Pick<Clock, 'now'>;
  readonly random: Random;
}

export const createClientDirectory = ({ organizations, clockOf, random }: ClientDirectoryParts): ClientDirectory => {
  const draws = random.split('client-secrets');
  const known = new Map<string, Organization>();
  const bySandbox = new Map<string, Organization>();
  const beginnings = new Map<string, Organization>();
  const members = new Map<string, Membership>();
  /** Client ids by the UUID of their organization: there may be thousands of organizations. */
  const idsOf = new Map<string, Set<string>>();
  const secrets = new Map<string, Secrets>();
  const changeListeners: ((clientId: string) => void)[] = [];

  const changed = (clientId: string): void => {
    for (const listener of changeListeners) listener(clientId);
  };

  const add: ClientDirectory['add'] = (entry, clients) => {
    const organization: Organization = { ...entry, clients: [] };
    known.set(organization.uuid, organization);
    bySandbox.set(organization.sandbox, organization);
    beginnings.set(organization.sandbox, organization);
    for (const entry of clients) addClient(organization.uuid, entry);
  };

  const addClient = (uuid: string, { client, secrets: own }: ClientEntry): void => {
    const organization = known.get(uuid);
    if (organization === undefined) throw new Error(`no organization ${uuid}`);
    const former = members.get(client.clientId);
    if (former !== undefined) idsOf.get(former.organization.uuid)?.delete(client.clientId);
    members.set(client.clientId, { client, organization });
    getOrInsert(idsOf, uuid, () => new Set()).add(client.clientId);
    secrets.set(client.clientId, own);
    if (former !== undefined) changed(client.clientId);
  };

  const removeClient = (clientId: string): void => {
    idsOf.get(members.get(clientId)?.organization.uuid ?? '')?.delete(clientId);
    members.delete(clientId);
    secrets.delete(clientId);
    changed(clientId);
  };

  const tokenEndListeners: ((clientId: string, atOnce: boolean) => void)[] = [];

  const setSecrets: ClientDirectory['setSecrets'] = (clientId, own) => {
    const before = secrets.get(clientId);
    if (!members.has(clientId) || isDeepStrictEqual(before, own)) return;
    secrets.set(clientId, own);
    const latest = own.tokenEnds?.at(-1);
    if (latest !== undefined && !isDeepStrictEqual(latest, before?.tokenEnds?.at(-1)))
      for (const listener of tokenEndListeners) listener(clientId, latest.at <= nowFor(clientId));
    changed(clientId);
  };

  const reviseClient = (client: KnownClient): void => {
    const member = members.get(client.clientId);
    if (member === undefined || isDeepStrictEqual(member.client, client)) return;
    members.set(client.clientId, { ...member, client });
    changed(client.clientId);
  };

  const secretNumber = (clientId: string, secret: string): number | undefined => {
    const own = secrets.get(clientId);
    if (own === undefined) return undefined;
    const { current, previous, number = 0 } = own;
    const given = digestOf(secret);
    if (isSame(current, given)) return number;
    const isPrevious = previous !== undefined && isSame(previous.digest, given) && nowFor(clientId) < previous.endsAt;
    return isPrevious ? number - 1 : undefined;
  };

  const nowFor = (clientId: string): number => clockOf(members.get(clientId)?.organization.uuid ?? '').now();

  const clientsOf = (uuid: string): string[] => [...(idsOf.get(uuid) ?? [])];

  for (const { clients, ...organization } of organizations)
    add(
      organization,
      clients.map(({ clientSecret, ...client }) => ({ client, secrets: { current: digestOf(clientSecret) } })),
    );

  return {
    find: (clientId) => members.get(clientId),
    secretNumber,
    isSecret: (clientId, secret) => secretNumber(clientId, secret) !== undefined,
    rotate: (clientId, own, window, endsTokens = false) => {
      const endsAt = nowFor(clientId) + window;
      const number = (own.number ?? 0) + 1;
      // By client and number: replicas that rotate in turn must not draw the same secret twice.
      const clientSecret = drawClientSecret(draws.split(`${clientId}/${String(number)}`));
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
    tokenEndOf: (clientId, number) =>
      Math.min(...(secrets.get(clientId)?.tokenEnds ?? []).flatMap(({ before, at }) => (number < before ? [at] : []))),
    onTokensEnd: (listener) => {
      tokenEndListeners.push(listener);
    },
    onChange: (listener) => {
      changeListeners.push(listener);
    },
    secretsOf: (clientId) => secrets.get(clientId),
    setSecrets,
    organizations: () => [...known.values()],
    findBySandbox: (sandbox) => bySandbox.get(sandbox),
    beginningOf: (sandbox) => beginnings.get(sandbox),
    revise: (organization) => {
      const { uuid, sandbox } = organization;
      if (!known.has(uuid)) return;
      known.set(uuid, organization);
      bySandbox.set(sandbox, organization);
      for (const clientId of clientsOf(uuid)) {
        const member = members.get(clientId);
        if (member !== undefined) members.set(clientId, { ...member, organization });
      }
    },
    clientsOf,
    entriesOf: (uuid) =>
      clientsOf(uuid).flatMap((clientId) => {
        const [client, own] = [members.get(clientId)?.client, secrets.get(clientId)];
        return client === undefined || own === undefined ? [] : [{ client, secrets: own }];
      }),
    setClients: (uuid, entries) => {
      if (!known.has(uuid)) return;
      const ids = new Set(entries.map(({ client }) => client.clientId));
      for (const clientId of clientsOf(uuid)) if (!ids.has(clientId)) removeClient(clientId);
      for (const entry of entries) {
        const { clientId } = entry.client;
        if (members.get(clientId)?.organization.uuid === uuid) {
          reviseClient(entry.client);
          setSecrets(clientId, entry.secrets);
        } else addClient(uuid, entry);
      }
    },
    drawSecret: (clientId) => drawClientSecret(random.split('new-clients').split(clientId)),
    add,
    remove: (uuid) => {
      const sandbox = known.get(uuid)?.sandbox ?? '';
      bySandbox.delete(sandbox);
      beginnings.delete(sandbox);
      known.delete(uuid);
      // Last: listeners find no trace of the organization.
      for (const clientId of clientsOf(uuid)) removeClient(clientId);
      idsOf.delete(uuid);
    },
  };
};

/** Digest of a secret, as stored. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 32 letters and digits, the format of the identity provider's secrets. */
export const drawClientSecret = (random: Random): string =>
  Array.from({ length: 32 }, () => CHARACTERS.charAt(random.integer(0, CHARACTERS.length - 1))).join('');
