import type { Explanation } from '../generated/control-schemas.ts';
import { getOrInsert } from '../kernel/caches.ts';
import { headerLines } from '../kernel/http.ts';
import { type Choices, alternativesOf, type Register, concerns, namesRefusals } from './assumptions/register.ts';
import { NARRATED_CHECKS } from './handle.ts';
import type { RuleBook } from './policy/policy.ts';
import { type JournalEntry, isLost } from './journal/journal-entry.ts';

type Stage = Explanation['stages'][number];

/**
 * Explains why an exchange ended as it did: the checks that it passed, the decision of each with its numbers, and the
 * rule. Rules and remedies are our own prose, which no secret is taken out of: a token may be a word of it.
 */
export const createExplain = (register: Register, rules: RuleBook) => {
  const remedies = new Set([...rules.problems.values()].map(({ texts: { remedy } }) => remedy));

  /** `redact` takes the secrets of the exchange out. */
  return (entry: JournalEntry, redact: <T>(value: T) => T): Explanation => {
    const { id, method, path, operation, status, source, endedAt, refusal } = entry;
    const end = NARRATED_CHECKS.findIndex(({ stage }) => stage === endedAt);
    // Exchanges outside the pipeline, such as token requests, have passed none of its checks.
    const checks = end < 0 ? [] : NARRATED_CHECKS.map((check) => ({ ...check, ...rules.narrations[check.stage] }));
    const reached = checks.slice(0, end + 1).map(({ stage }) => stage);
    const deciders = decidersOf(register, entry, reached);
    const decisionAt = (
      index: number,
      { stage, rule, passed }: (typeof checks)[number],
    ): Omit<Stage, 'assumptions'> => {
      if (index > end) return { stage, outcome: 'not-reached', decision: 'not reached', rule };
      if (index < end) return { stage, outcome: 'passed', decision: redact(passed(entry)), rule };
      if (refusal === undefined) return { stage, outcome: 'answered', decision: redact(passed(entry)), rule };
      const { type, detail } = refusal;
      const ruleOfProblem = rules.problems.get(type)?.texts.rule.text;
      return { stage, outcome: 'refused', decision: redact(detail), rule: ruleOfProblem ?? rule };
    };
    return {
      ...redact({
        id,
        request: { method, path, operationId: operation?.id ?? null },
        answer: { status, source, problemType: refusal?.type ?? null, lost: isLost(entry) },
      }),
      smallestChange: smallestChange(entry, rules).map((change) => (remedies.has(change) ? change : redact(change))),
      stages: checks.map((check, index) => {
        const assumptions = deciders.get(check.stage);
        return { ...decisionAt(index, check), ...(assumptions === undefined ? {} : { assumptions }) };
      }),
    };
  };
};

const currentVersion = (resource: unknown): string =>
  String((resource as { version?: number } | undefined)?.version ?? '');

/** Changes that depend on the exchange; for every other type, the remedy of its text is used. */
const CHANGES: RuleBook['changes'] = {
  'validation-error': ({ errors = [] }) =>
    errors.map(({ field, message }) => (field === '' ? `the body ${message}` : `${field} ${message}`)),
  'capability-required': ({ extensions }) => [
    `ask the operator to grant ${String(extensions?.['capability'])} to your organization, or send a request that does not need it`,
  ],
  'rate-limited': ({ headers }) => [`send the same request again in ${headers?.['retry-after'] ?? 'a few'} seconds`],
  'idempotency-key-reused': () => ['send the request with a new Idempotency-Key, or retry the first request unchanged'],
  'version-mismatch': ({ currentResource }) => [
    `send If-Match: "${currentVersion(currentResource)}" with a new Idempotency-Key`,
  ],
};

/** For statuses outside the problem catalogue. */
const BY_STATUS: RuleBook['changes'] = {
  405: ({ headers }) => [`use one of the methods ${headers?.['allow'] ?? ''}`],
  406: () => ['send Accept: */*'],
  415: ({ headers, detail }) => [
    headers?.['accept'] === undefined ? detail : `send Content-Type: ${headers['accept']}`,
  ],
};

/** The smallest change with which the request would have passed the stage that refused it. */
const smallestChange = (entry: JournalEntry, { problems, changes }: RuleBook): readonly string[] => {
  const { refusal } = entry;
  if (refusal === undefined) return [];
  const { type, status, detail } = refusal;
  const change = changes[type] ?? CHANGES[type] ?? BY_STATUS[status];
  if (change !== undefined) return change(refusal, entry);
  return [problems.get(type)?.texts.remedy ?? detail];
};

/**
 * The assumptions that influenced the outcome of an exchange, by the stage that they affect. Switchable ones only: the
 * others are the same for every client.
 */
const decidersOf = (
  { assumptions, initial }: Register,
  entry: JournalEntry,
  stages: readonly string[],
): ReadonlyMap<string, Stage['assumptions']> => {
  const choices = entry.sandbox?.assumed ?? initial.choices;
  const seen = seenIn(entry);
  const deciders = new Map<string, NonNullable<Stage['assumptions']>[number][]>();
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
const seenIn = (entry: JournalEntry) => {
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
    sent: (name: string) => headerLines(rawHeaders, name).length > 0,
    events,
  };
};
