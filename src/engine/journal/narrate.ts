import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Choices } from '../assumptions/register.ts';
import { OTHER_ORDERS, USUAL_ORDER, orderIn } from '../exchange/order-of-checks.ts';
import type { NearMiss, ScriptStage, ScriptTrace, StepTrace } from '../exchange/script-trace.ts';
import { type JournalEntry, isLost } from './journal-entry.ts';

/** The decision of one stage in words; a near miss is reported once, in the last script stage. */
export const narrateScript = (script: ScriptTrace | undefined, stage: ScriptStage, isLast: boolean): string => {
  if (script === undefined) return 'no scenario is about this call';
  const used = script.steps.filter((step) => step.stage === stage);
  if (used.length > 0) return used.map(narrateStep).join('; ');
  const [first] = isLast ? script.nearMisses : [];
  const over = isLast ? script.exhausted : [];
  if (over.length > 0) return over.map(narrateExhausted).join('; ');
  return first === undefined ? 'no step of a scenario was used here' : narrateMiss(first);
};

const narrateStep = (step: StepTrace): string =>
  [
    `step ${String(step.step)} of the scenario ${step.scenario}${step.title === undefined ? '' : ` (${step.title})`}`,
    step.meanwhile === undefined ? undefined : `meanwhile ${step.meanwhile}`,
    step.reply === 'pass' ? 'left the answer to the others' : undefined,
    step.delay > 0
      ? `held it back ${String(step.delay)} ms${step.delaySkipped ? ', which was skipped' : ''}`
      : undefined,
    step.fault === undefined ? undefined : `fault ${step.fault}`,
    step.stateAfter === step.stateBefore ? undefined : `moved from ${step.stateBefore} to ${step.stateAfter}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

const narrateExhausted = (scenario: string): string =>
  `the scenario ${scenario} is exhausted: no step that matches can be used again; activate it again to start it anew`;

export const narrateMiss = ({ scenario, step, title, difference: { at, expected, actual } }: NearMiss): string =>
  `no step of the scenario ${scenario} was used; the closest is step ${String(step)}${title === undefined ? '' : ` (${title})`}: ${at}: expected ${expected}, but ${actual}`;

/** What a stage decides, the rule it applies, and a description of its decision about one exchange. */
interface Narration {
  readonly rule: string;
  /** Used for an exchange that passed the stage. */
  readonly passed: (entry: JournalEntry) => string;
}

/** An API's own wording, by stage. */
export type Narrations = Readonly<Record<string, Partial<Narration>>>;

interface Narrator extends Narration {
  readonly stage: string;
}

const count = (number: number, noun: string): string => `${String(number)} ${noun}${number === 1 ? '' : 's'}`;

const bodyIn = ({ body }: JournalEntry): string =>
  body === undefined ? 'no body' : `${body.mediaType}, ${count(body.byteLength, 'byte')}`;

const capabilitiesOf = ({ operation }: JournalEntry): string => {
  const names = operation?.requiredCapabilities.map(({ capability }) => capability) ?? [];
  return names.length === 0
    ? 'the operation needs no capability'
    : `the operation may need ${names.join(', ')}; this call is allowed`;
};

/** What was found for a key; `period` is the time that keys are valid, as an adverbial. */
export const narrateKey =
  (period: string) =>
  ({ idempotency }: JournalEntry): string => {
    if (idempotency === undefined) return 'the operation does not use Idempotency-Key';
    if (idempotency.beganAt === undefined) return `the key has not been seen ${period}`;
    const seen = `the key was first used at ${toIsoDateTime(idempotency.beganAt)}`;
    return idempotency.kind === 'replay' ? `${seen} for the same request` : `${seen} for a different request`;
  };

const budgetLeft = ({ budget, idempotency }: JournalEntry): string => {
  if (idempotency?.kind === 'replay') return 'a replay uses no budget';
  if (budget === undefined) return 'no budget applies';
  return `${String(budget.remaining)} of ${String(budget.limit)} ${budget.category} requests left until ${toIsoDateTime(budget.resetAt)}`;
};

/** In pipeline order; a test compares the two lists. */
export const NARRATORS: readonly Narrator[] = [
  {
    stage: 'open-exchange',
    rule: 'Every response has a trace id.',
    passed: ({ receivedAt, traceId }) => `received at ${toIsoDateTime(receivedAt)}, trace id ${traceId}`,
  },
  {
    stage: 'route',
    rule: 'Paths are relative to the base URL, which ends in the version segment.',
    passed: ({ operation }) =>
      operation === undefined ? 'no operation' : `${operation.method} ${operation.path} is ${operation.id}`,
  },
  {
    stage: 'authenticate',
    rule: 'Every call needs an Authorization header with Bearer and a token, except public self-service links.',
    passed: ({ caller }) =>
      caller === undefined ? 'the operation is public' : `the token belongs to ${caller.clientId}`,
  },
  {
    stage: 'resolve-sandbox',
    rule: 'A call uses the sandbox of its organization, or that of its link.',
    passed: ({ sandbox }) =>
      sandbox === undefined
        ? 'no sandbox: nothing is stored'
        : `sandbox ${sandbox.id}, clock at ${toIsoDateTime(sandbox.now)}`,
  },
  {
    stage: 'play-received-steps',
    rule: 'Scenario steps with "at: received" run before every check.',
    passed: ({ script, endedAt }) => narrateScript(script, 'received', endedAt !== 'respond'),
  },
  {
    stage: 'check-link',
    rule: 'A call with a body through a public link that does not exist ends before its body is read.',
    passed: ({ operation }) =>
      operation?.security.length === 0 ? 'the link exists, or is checked later' : 'the operation takes no public link',
  },
  {
    stage: 'authorize',
    rule: 'The caller must be authorized for the partner that the path names.',
    passed: ({ partner }) => (partner === undefined ? 'no partner in the path' : `authorized for partner ${partner}`),
  },
  {
    stage: 'decode-body',
    rule: 'The body matches its Content-Type, which the operation supports.',
    passed: bodyIn,
  },
  {
    stage: 'check-capabilities',
    rule: 'Some features need a capability of the organization.',
    passed: capabilitiesOf,
  },
  {
    stage: 'lookup-idempotency',
    rule: 'Every write needs an Idempotency-Key of 1 to 255 characters.',
    passed: narrateKey('before'),
  },
  {
    stage: 'limit-rate',
    rule: 'Requests are counted per organization, category and minute.',
    passed: budgetLeft,
  },
  {
    stage: 'replay-response',
    rule: 'The same key with the same body returns the stored response; with a different body it returns 422.',
    passed: ({ idempotency }) =>
      idempotency?.kind === 'replay' ? 'the stored response was replayed' : 'no response is stored for this request',
  },
  {
    stage: 'validate-request',
    rule: 'A request that does not match the description returns 422 with an entry per violation.',
    passed: () => 'parameters and body match the description',
  },
  {
    stage: 'respond',
    rule: 'A scenario responds first, then a behaviour, then a response generated from the description.',
    passed: ({ source, status, script, ...entry }) =>
      `answered by: ${source}, with ${String(status)}${isLost(entry) ? ', but lost: it never reached the client' : ''}${script === undefined ? '' : `; ${narrateScript(script, 'later', true)}`}`,
  },
];

/**
 * The narrators in the order that the stages have under these assumptions, with an API's own wording where it has one.
 */
export const narratorsIn = (choices: Choices, narrations: Narrations): readonly Narrator[] => {
  const narrators = NARRATORS.map((narrator) => ({ ...narrator, ...narrations[narrator.stage] }));
  const other = orderIn(choices);
  if (other === undefined) return narrators;
  const order: readonly string[] = OTHER_ORDERS[other];
  const usual: readonly string[] = USUAL_ORDER;
  return narrators.map((narrator) => {
    const name = order[usual.indexOf(narrator.stage)];
    return narrators.find(({ stage }) => stage === name) ?? narrator;
  });
};
