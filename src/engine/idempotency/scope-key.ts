import { hash } from 'node:crypto';
import type { Assumed } from '../assumptions/assumed.ts';
import type { Operation } from '../contract/contract.ts';
import type { Caller } from '../ports/ports.ts';

export interface KeySender {
  readonly caller: Caller | undefined;
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The key within its scope: two requests share a response only if their scoped keys are equal. */
export const scopeKey = (sent: string, { caller, operation, pathParameters }: KeySender, assumed: Assumed): string => {
  const key = caller === undefined ? publicKey(sent, pathParameters) : sent;
  // Assumption: idempotency-scope.
  if (assumed.has('idempotency-scope=client')) return `${caller?.clientId ?? ''} ${key}`;
  return assumed.has('idempotency-scope=operation') ? `${operation.id} ${key}` : key;
};

/**
 * The user of a public link shares no keys with the organization that created it, nor with users of other links.
 * Assumption: idempotency-public.
 */
const publicKey = (key: string, pathParameters: Readonly<Record<string, string>>): string =>
  `${hash('sha256', Object.values(pathParameters).join('\n'), 'base64url')} ${key}`;
