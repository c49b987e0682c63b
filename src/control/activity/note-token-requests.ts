import { hash } from 'node:crypto';
import { type TokenTrace, toEntry } from '../../engine/journal/journal-entry.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Settled } from '../../engine/exchange/exchange.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { ANY_TOKEN_PATH } from '../../identity/realm.ts';
import type { Tokens } from '../../identity/tokens.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Handle, Reply } from '../../kernel/http.ts';

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
  readonly expiredToken: Tokens['expired'];
  /** Lifetime of a token in milliseconds. */
  readonly life: number;
}) => {
  const { clients, clock, clockOf, life } = parts;

  /** The journal keeps the digest of a token alone. A token of a dropped organization has no owner. */
  const own = (kind: TokenTrace['kind'], token: string, clientId: string, issuedAt?: TokenTrace['grantedAt']) => {
    const organization = clients.find(clientId)?.organization.uuid;
    if (organization === undefined) return undefined;
    const grantedAt = issuedAt ?? { wall: clock.now(), sandbox: clockOf(organization).now() };
    const digest = hash('sha256', token, 'base64url');
    return { organization, token: { kind, digest, clientId, grantedAt, life } };
  };

  return {
    /** Wraps the token endpoint so that each exchange is recorded in the journal. */
    noted:
      (handle: Handle): Handle =>
      async (request) => {
        if (!ANY_TOKEN_PATH.test(request.path)) return handle(request);
        const receivedAt = clock.now();
        const startedAt = clock.elapsed();
        const reply = await handle(request);
        const token = tokenIn(reply);
        const owned = token === undefined ? undefined : own('granted', token, clientIn(token));
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
    tokenOf: ({ request, refusal }: Settled) => {
      if (refusal?.type !== 'unauthorized') return undefined;
      const token = BEARER.exec(request.header('authorization') ?? '')?.[1] ?? '';
      const expired = parts.expiredToken(token);
      return expired && own('expired', token, expired.clientId, expired.issuedAt);
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
