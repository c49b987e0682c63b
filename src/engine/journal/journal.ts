import type { ProblemMembers } from '../../kernel/problem.ts';
import type { Operation } from '../contract/contract.ts';
import type { Settled } from '../pipeline/exchange.ts';
import type { Caller } from '../ports.ts';
import { pathForLog } from './path-for-log.ts';
import type { BudgetReading } from '../rate-limiting/rate-limiter.ts';

/** What is kept of an exchange: decisions and their numbers. No header and no body, and so no credential. */
export interface JournalEntry {
  readonly id: string;
  readonly traceId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation | undefined;
  readonly caller: Caller | undefined;
  readonly seller: string | undefined;
  readonly body: { readonly kind: string; readonly mediaType: string; readonly byteLength: number } | undefined;
  readonly idempotency: { readonly kind: string; readonly beganAt: number | undefined } | undefined;
  readonly budget: BudgetReading | undefined;
  readonly status: number;
  readonly source: string;
  /** The stage that ended the request. */
  readonly endedAt: string;
  readonly refusal: ProblemMembers | undefined;
}

/** Past exchanges by organization, the newest of each; those without a caller are kept together. */
export interface Journal {
  readonly add: (exchange: Settled) => void;
  /** Newest first: those of the organization, and those that had no caller. */
  readonly list: (organization: string) => readonly JournalEntry[];
  readonly find: (organization: string, id: string) => JournalEntry | undefined;
}

/** As many as a visitor can look through; older ones make room. */
const KEPT = 1000;

/** The key of exchanges without a caller; no organization has it. */
const NOBODY = '';

export const createJournal = (): Journal => {
  const byOrganization = new Map<string, Map<string, JournalEntry>>();
  const entriesOf = (organization: string): Map<string, JournalEntry> => {
    let entries = byOrganization.get(organization);
    if (entries === undefined) byOrganization.set(organization, (entries = new Map<string, JournalEntry>()));
    return entries;
  };
  return {
    add: (exchange) => {
      const entries = entriesOf(exchange.caller?.organization?.uuid ?? NOBODY);
      entries.set(exchange.id, toEntry(exchange));
      if (entries.size <= KEPT) return;
      // A map keeps its order of insertion: the first one is the oldest.
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        break;
      }
    },
    list: (organization) =>
      [...entriesOf(organization).values(), ...entriesOf(NOBODY).values()].sort((a, b) => b.receivedAt - a.receivedAt),
    find: (organization, id) => entriesOf(organization).get(id) ?? entriesOf(NOBODY).get(id),
  };
};

const toEntry = (exchange: Settled): JournalEntry => {
  const { id, traceId, receivedAt, request, operation, caller, seller, body, idempotency, budget } = exchange;
  const { reply, source, endedAt, refusal } = exchange;
  return {
    id,
    traceId,
    receivedAt,
    method: request.method,
    path: pathForLog(exchange),
    operation,
    caller,
    seller,
    body:
      body === undefined || body.kind === 'none'
        ? undefined
        : { kind: body.kind, mediaType: body.content.mediaType, byteLength: body.bytes.byteLength },
    idempotency:
      idempotency === undefined
        ? undefined
        : {
            kind: idempotency.recalled.kind,
            beganAt: idempotency.recalled.kind === 'first' ? undefined : idempotency.recalled.beganAt,
          },
    budget,
    status: reply.status,
    source,
    endedAt,
    refusal,
  };
};
