import type { ProblemMembers } from '../../kernel/problem.ts';
import type { Operation } from '../contract/contract.ts';
import type { Settled } from '../pipeline/exchange.ts';
import type { Caller } from '../ports.ts';
import { pathForLog } from './path-for-log.ts';
import { type ScriptTrace, traceOf } from '../scenarios/script-trace.ts';
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
  /** The world that it worked on, and what time it was there. */
  readonly sandbox: { readonly id: string; readonly now: number } | undefined;
  readonly seller: string | undefined;
  readonly body: { readonly kind: string; readonly mediaType: string; readonly byteLength: number } | undefined;
  readonly idempotency: { readonly kind: string; readonly beganAt: number | undefined } | undefined;
  readonly budget: BudgetReading | undefined;
  readonly status: number;
  readonly source: string;
  /** The stage that ended the request. */
  readonly endedAt: string;
  readonly refusal: ProblemMembers | undefined;
  /** Undefined where no scenario concerned it. */
  readonly script: ScriptTrace | undefined;
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

/** A ring: the newest entry takes the place of the oldest. Looking one up is rare, adding one is not. */
interface Ring {
  readonly entries: JournalEntry[];
  next: number;
}

const newestFirst = ({ entries, next }: Ring): JournalEntry[] =>
  [...entries.slice(next), ...entries.slice(0, next)].reverse();

export const createJournal = (): Journal => {
  const rings = new Map<string, Ring>();
  const ringOf = (organization: string): Ring => {
    let ring = rings.get(organization);
    if (ring === undefined) rings.set(organization, (ring = { entries: [], next: 0 }));
    return ring;
  };
  const list = (organization: string): JournalEntry[] =>
    [...newestFirst(ringOf(organization)), ...newestFirst(ringOf(NOBODY))].sort((a, b) => b.receivedAt - a.receivedAt);
  return {
    add: (exchange) => {
      const ring = ringOf(exchange.caller?.organization?.uuid ?? NOBODY);
      ring.entries[ring.next] = toEntry(exchange);
      ring.next = (ring.next + 1) % KEPT;
    },
    list,
    find: (organization, id) => list(organization).find((entry) => entry.id === id),
  };
};

const toEntry = (exchange: Settled): JournalEntry => {
  const { id, traceId, receivedAt, request, operation, caller, sandbox, seller, body, idempotency, budget } = exchange;
  const { reply, source, endedAt, refusal, scripting } = exchange;
  return {
    id,
    traceId,
    receivedAt,
    method: request.method,
    path: pathForLog(exchange),
    operation,
    caller,
    sandbox: sandbox === undefined ? undefined : { id: sandbox.id, now: sandbox.clock.now() },
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
    script: scripting === undefined ? undefined : traceOf(scripting),
  };
};
