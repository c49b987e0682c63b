import { hash } from 'node:crypto';
import { type TokenTrace, toEntry } from '../../engine/journal/journal-entry.ts';
import type { Journal, OwnedToken } from '../../engine/journal/journal.ts';
import type { Settled } from '../../engine/exchange/exchange.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { ANY_TOKEN_PATH } from '../../identity/realm.ts';
import type { VerifiedToken } from '../../identity/tokens.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Handle, Reply } from '../../kernel/http.ts';

/** Stored by digest: the tokens themselves are never stored. */
const MOST_TOKENS = 5000;

const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;

/**
 * The token endpoint belongs to another service, with no operation in the description; but how a client gets its tokens
 * is part of its behaviour. A refused token request belongs to no organization: anyone who knows a client id could send
 * it.
 */
export const createTokenNotes = (parts: {
  readonly journal: () => Journal;
  readonly clients: ClientDirectory;
  /** Wall-clock time source. */
  readonly clock: Clock;
  /** The clock of an organization's sandbox. */
  readonly clockOf: (organization: string) => Clock;
  /** Lifetime of a token in milliseconds. */
  readonly life: number;
}) => {
  const { clients, clock, clockOf } = parts;
  const granted = createBoundedCache<OwnedToken>(MOST_TOKENS);

  const digestOf = (token: string): string => hash('sha256', token, 'base64url');

  const remember = (token: string, clientId: string, at?: TokenTrace['grantedAt']): OwnedToken | undefined => {
    const organization = clients.find(clientId)?.organization.uuid;
    if (organization === undefined) return undefined;
    const digest = digestOf(token);
    const grantedAt = at ?? { wall: clock.now(), sandbox: clockOf(organization).now() };
    const owned: OwnedToken = {
      organization,
      token: { kind: 'granted', digest, clientId, grantedAt, life: parts.life },
    };
    granted.set(digest, owned);
    return owned;
  };

  return {
    /** Remembers a token that was issued without an exchange. */
    remember,
    /** Remembers a token that another process issued, or this one before its start. */
    recognize: ({ token, clientId, issuedAt }: VerifiedToken): void => {
      if (granted.get(digestOf(token)) === undefined) remember(token, clientId, issuedAt);
    },
    /** Wraps the token endpoint so that each exchange is recorded in the journal. */
    noted:
      (handle: Handle): Handle =>
      async (request) => {
        if (!ANY_TOKEN_PATH.test(request.path)) return handle(request);
        const receivedAt = clock.now();
        const startedAt = clock.elapsed();
        const reply = await handle(request);
        const token = tokenIn(reply);
        const owned = token === undefined ? undefined : remember(token, clientIn(token));
        const sandbox = owned && clients.find(owned.token.clientId)?.organization.sandbox;
        const [id = '', traceId = ''] = [reply.headers['x-mock-request-id'], reply.headers['x-trace-id']];
        const exchange = {
          id,
          traceId,
          receivedAt,
          startedAt,
          request,
          reply,
          source: 'identity',
          endedAt: 'identity',
        };
        const end = { path: request.path, endedAt: clock.elapsed() };
        parts.journal().note(owned?.organization, (position) => ({
          ...toEntry(exchange, position, end, owned?.token),
          sandbox: owned && sandbox !== undefined ? { id: sandbox, now: owned.token.grantedAt.sandbox } : undefined,
        }));
        return reply;
      },
    /** Owner of the token of an exchange that was refused because the token had expired. */
    tokenOf: ({ request, refusal }: Settled): OwnedToken | undefined => {
      if (refusal?.type !== 'unauthorized') return undefined;
      const token = BEARER.exec(request.header('authorization') ?? '')?.[1];
      const owned = token === undefined ? undefined : granted.get(digestOf(token));
      // A token of a dropped organization has no owner.
      if (owned === undefined || clients.find(owned.token.clientId) === undefined) return undefined;
      const { grantedAt, life } = owned.token;
      const isExpired = clockOf(owned.organization).now() >= grantedAt.sandbox + life;
      return isExpired ? { ...owned, token: { ...owned.token, kind: 'expired' } } : undefined;
    },
  };
};

const tokenIn = ({ status, content }: Reply): string | undefined => {
  const value = content?.value as { readonly access_token?: unknown } | undefined;
  return status === 200 && typeof value?.access_token === 'string' ? value.access_token : undefined;
};

/** Our own token, just issued: its claims need no verification. */
const clientIn = (token: string): string => {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  return String((JSON.parse(payload) as { readonly azp?: unknown }).azp);
};
