import type { RequestCriteria } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { Contract } from '../contract/contract.ts';
import { invalidMember } from '../problems/problem.ts';
import {
  type Condition,
  compareConditions,
  shown,
  toConditions,
  type Difference,
  type Facts,
} from '../matching/condition.ts';
import { suggest } from '../matching/nearest.ts';
import { PatternError, beginEffort } from '../matching/pattern.ts';
import { PointerError } from '../../kernel/json-pointer.ts';
import type { ConditionFile, Conditions } from '../../generated/scenario-file.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalView } from './journal.ts';
import type { Redactor } from './redactor.ts';

/** Criteria compared by equality. */
const PLAIN: readonly (readonly [keyof RequestCriteria, (entry: JournalEntry) => unknown])[] = [
  ['operation', ({ operation }) => operation?.id],
  ['method', ({ method }) => method],
  ['status', ({ status }) => status],
  ['problemType', ({ refusal }) => refusal?.type],
  ['clientId', ({ caller, token }) => caller?.clientId ?? token?.clientId],
  ['source', ({ source }) => source],
  ['replayed', ({ idempotency }) => idempotency?.kind === 'replay'],
];

/** More exchanges than come between two searches of a wait. */
const MOST_SHARED = 64;

/** The exchanges that waits look at. */
const shared = new Map<JournalEntry, Facts>();

/** Used in place of a header name; no header name begins with a colon. */
const PATH = ':path';

/**
 * Parses criteria. An unknown operation is rejected with suggestions, since it would never match. Criteria are compared
 * with redacted values, so that they cannot be used to guess a credential character by character.
 */
export const toMatcher = async (
  criteria: RequestCriteria,
  view: JournalView,
  parts: {
    readonly contract: Pick<Contract, 'operations'>;
    readonly redactor: Redactor;
    readonly pauses: () => Pause;
  },
) => {
  const { contract, redactor } = parts;
  checkOperation(criteria.operation, contract);
  const plain = PLAIN.flatMap(([label, actual]) => {
    const wanted = label === 'method' ? criteria.method?.toUpperCase() : criteria[label];
    return wanted === undefined ? [] : [{ label, wanted, actual }];
  });
  const since = criteria.since === undefined ? undefined : Date.parse(criteria.since);
  const after = criteria.after === undefined ? undefined : positionOf(criteria.after, view);
  const conditions = await readConditions(criteria, parts.pauses());
  const factsIn = (entry: JournalEntry, whose: 'among waits' | undefined): Facts => {
    if (whose === undefined) return toFacts(entry, redactor);
    if (shared.size >= MOST_SHARED) shared.clear();
    return getOrInsert(shared, entry, () => toFacts(entry, redactor));
  };

  return {
    /**
     * The first criterion that an exchange does not meet; undefined if it meets all. Waits, which all look at a new exchange
     * in one turn, share the effort of their expressions.
     */
    differenceOf: (entry: JournalEntry, whose?: 'among waits'): Difference | undefined => {
      if (since !== undefined && entry.receivedAt < since)
        return toDifference('since', criteria.since, toIsoDateTime(entry.receivedAt));
      if (after !== undefined && entry.position <= after)
        return toDifference('after', criteria.after, 'it came before');
      for (const { label, wanted, actual } of plain) {
        const found = actual(entry);
        if (found !== wanted) return toDifference(label, wanted, found);
      }
      return conditions.length === 0 ? undefined : compareConditions(conditions, factsIn(entry, whose)).difference;
    },
  };
};

const toDifference = (at: string, expected: unknown, actual: unknown): Difference => ({
  at,
  expected: `equals ${shown(expected)}`,
  actual: actual === undefined ? 'absent' : shown(actual),
});

const checkOperation = (operation: string | undefined, { operations }: Pick<Contract, 'operations'>): void => {
  const names = operations.map(({ id }) => id);
  if (operation === undefined || names.includes(operation)) return;
  const message = `is not an operation: ${suggest(operation, names)}`;
  throw invalid('operation', message, operation);
};

const positionOf = (id: string, view: JournalView): number => {
  const entry = view.find(id);
  if (entry !== undefined) return entry.position;
  throw invalid('after', 'is not the id of an exchange in the journal', id);
};

const readConditions = async (
  { path, params = {}, headers = {}, body = {} }: RequestCriteria,
  pause: Pause,
): Promise<Condition[]> => {
  const found: Condition[] = [];
  const add = async (field: string, conditions: Conditions): Promise<void> => {
    try {
      found.push(...(await toConditions(conditions, pause)));
    } catch (error) {
      if (!(error instanceof PatternError) && !(error instanceof PointerError)) throw error;
      throw invalid(field, error.message, null);
    }
  };
  if (path !== undefined) {
    await add('path', { headers: { [PATH]: path as ConditionFile } });
    found.splice(0, found.length, ...found.map((condition) => ({ ...condition, label: 'path' })));
  }
  for (const [kind, conditions] of Object.entries({ params, headers, body }))
    for (const [name, condition] of Object.entries(conditions))
      await add(`${kind}.${name}`, { [kind]: { [name]: condition as ConditionFile } });
  return found;
};

const invalid = (field: string, message: string, rejectedValue: unknown): Error =>
  invalidMember(field, message, rejectedValue, toSentence(`${field} ${message}`));

const toFacts = (entry: JournalEntry, redactor: Redactor): Facts => {
  const { path, request } = redactor.showRequest(entry);
  const { operation, pathParameters = {} } = entry;
  // As far as the path for the log discloses them.
  const inPath = new Map(
    operation === undefined || path.endsWith(operation.path) ? [] : Object.entries(pathParameters),
  );
  return {
    pathParameter: (name) => inPath.get(name),
    queryParameter: (name) => request.query[name] ?? [],
    header: (name) => (name === PATH ? path : request.headers[name]),
    body: () => request.body?.json,
    effort: beginEffort(),
  };
};
