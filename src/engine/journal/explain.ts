import type { Explanation } from '../../generated/control-schemas.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { headerLines } from '../../kernel/http.ts';
import { alternativesOf, type Choices, type Register } from '../assumptions/register.ts';
import { type FinishedExchange, concerns, namesRefusals } from '../assumptions/concern.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import { type JournalEntry, isLost } from './journal-entry.ts';
import { type Narrations, narratorsIn } from './narrate.ts';

type StageDecision = Explanation['stages'][number];

/** An API's own wording of its rules. */
export interface RuleBook {
  readonly problems: ProblemCatalogue;
  /** By stage name, for stages whose rule is the API's. */
  readonly narrations: Narrations;
  /** Suggested changes for a refused request, by problem type. */
  readonly changes: Changes;
}

/**
 * Explains why an exchange ended as it did: the stages that it passed, the decision of each with its numbers, and the
 * rule.
 */
export const explain = (entry: JournalEntry, register: Register, rules: RuleBook): Explanation => {
  const { id, method, path, operation, status, source, endedAt, refusal } = entry;
  const inOrder = narratorsIn(entry.sandbox?.assumed ?? register.initial.choices, rules.narrations);
  const end = inOrder.findIndex(({ stage }) => stage === endedAt);
  // Exchanges outside the pipeline, such as token requests, have passed none of its stages.
  const narrators = end < 0 ? [] : inOrder;
  const reached = narrators.slice(0, end + 1).map(({ stage }) => stage);
  const deciders = decidersOf(register, entry, reached);
  const withAssumptions = (decision: StageDecision): StageDecision => {
    const assumptions = deciders.get(decision.stage);
    return assumptions === undefined ? decision : { ...decision, assumptions };
  };
  const stages = narrators.map(({ stage, rule, passed }, index): StageDecision => {
    if (index > end) return { stage, outcome: 'not-reached', decision: 'not reached', rule };
    if (index < end) return { stage, outcome: 'passed', decision: passed(entry), rule };
    if (refusal === undefined) return { stage, outcome: 'answered', decision: passed(entry), rule };
    const { type, detail } = refusal;
    return {
      stage,
      outcome: 'refused',
      decision: detail,
      rule: rules.problems.get(type)?.texts.rule.text ?? rule,
    };
  });
  return {
    id,
    request: { method, path, operationId: operation?.id ?? null },
    answer: { status, source, problemType: refusal?.type ?? null, lost: isLost(entry) },
    smallestChange: smallestChange(entry, rules),
    stages: stages.map(withAssumptions),
  };
};

/**
 * Without the secrets of the exchange. Rules and remedies are our own prose, which no secret is taken out of: a token may
 * be a word of it.
 */
export const redactExplanation = (
  { stages, smallestChange: changes, ...head }: Explanation,
  redact: <T>(value: T) => T,
  { problems }: Pick<RuleBook, 'problems'>,
): Explanation => {
  const remedies = new Set([...problems.values()].map(({ texts: { remedy } }) => remedy));
  return {
    ...redact(head),
    smallestChange: changes.map((change) => (remedies.has(change) ? change : redact(change))),
    stages: stages.map((decided) => ({ ...decided, decision: redact(decided.decision) })),
  };
};

type Change = (refusal: ProblemMembers, entry: JournalEntry) => readonly string[];

/** By problem type. */
type Changes = Readonly<Record<string, Change>>;

const currentVersion = (resource: unknown): string =>
  String((resource as { version?: number } | undefined)?.version ?? '');

/** Changes that depend on the exchange; for every other type, the remedy of its text is used. */
const CHANGES: Changes = {
  'validation-error': ({ errors = [] }) =>
    errors.map(({ field, message }) => (field === '' ? `the body ${message}` : `${field} ${message}`)),
  'capability-required': ({ extensions }) => [
    `ask the operator to grant ${String(extensions?.['capability'])} to your organization, or send a request that does not need it`,
  ],
  'rate-limited': ({ headers }) => [`send the same request again in ${headers?.['retry-after'] ?? 'a few'} seconds`],
  'idempotency-key-reused': () => ['send the request with a new Idempotency-Key, or retry the first request unchanged'],
  'version-mismatch': ({ currentResource }) => [`send If-Match: "${currentVersion(currentResource)}"`],
};

/** For statuses outside the problem catalogue. */
const BY_STATUS: Readonly<Record<number, Change>> = {
  405: ({ headers }) => [`use one of the methods ${headers?.['allow'] ?? ''}`],
  406: () => ['send Accept: application/json'],
  415: ({ headers }) => [`send Content-Type: ${headers?.['accept'] ?? 'application/json; charset=utf-8'}`],
};

/** The smallest change with which the request would have passed the stage that refused it. */
const smallestChange = (
  entry: JournalEntry,
  { problems, changes }: { readonly problems: ProblemCatalogue; readonly changes: Changes },
): readonly string[] => {
  const { refusal } = entry;
  if (refusal === undefined) return [];
  const { type, status, detail } = refusal;
  const change = changes[type] ?? CHANGES[type] ?? BY_STATUS[status];
  if (change !== undefined) return change(refusal, entry);
  return [problems.get(type)?.texts.remedy ?? detail];
};

type DecidingAssumption = NonNullable<Explanation['stages'][number]['assumptions']>[number];

/**
 * The assumptions that influenced the outcome of an exchange, by the stage that they affect. Switchable ones only: the
 * others are the same for every client.
 */
const decidersOf = (
  { assumptions, initial }: Register,
  entry: JournalEntry,
  stages: readonly string[],
): ReadonlyMap<string, readonly DecidingAssumption[]> => {
  const choices = entry.sandbox?.assumed ?? initial.choices;
  const seen = seenIn(entry);
  const deciders = new Map<string, DecidingAssumption[]>();
  for (const { id, chosenId, decides = [], where } of assumptions) {
    const mayDecide = entry.refusal === undefined ? decides : decides.filter(namesRefusals);
    if (chosenId === undefined || !mayDecide.some((concern) => concerns(concern, seen))) continue;
    const assumed = choices[id] ?? chosenId;
    const stage = where.find((name) => stages.includes(name)) ?? entry.endedAt;
    const decider = { id, assumed, isChosen: assumed === chosenId, docs: `docs/assumptions.md#${id}` };
    getOrInsert(deciders, stage, () => []).push(decider);
  }
  return deciders;
};

/** Alternatives that could have changed one of these exchanges or their effects, in the order of the register. */
export const alternativesFor = ({ assumptions }: Register, entries: readonly JournalEntry[]): readonly Choices[] => {
  const seen = entries.map(seenIn);
  return assumptions
    .filter(({ decides = [], bearsOn = [] }) =>
      [...decides, ...bearsOn].some((concern) => seen.some((one) => concerns(concern, one))),
    )
    .flatMap((assumption) => alternativesOf(assumption).map(({ id }) => ({ [assumption.id]: id })));
};

/** The facts of a recorded exchange that assumptions depend on. */
const seenIn = (entry: JournalEntry): FinishedExchange => {
  const { operation, method, status, refusal, endedAt, headers, rawHeaders, events } = entry;
  return {
    operation: operation?.id,
    method,
    status,
    problem: refusal?.type,
    fields: (refusal?.errors ?? []).map(({ field }) => field),
    messages: (refusal?.errors ?? []).map(({ message }) => message),
    stage: endedAt,
    headers,
    sent: (name) => headerLines(rawHeaders, name).length > 0,
    events,
  };
};
