import { toIsoDateTime } from '../../kernel/clock.ts';
import { narrateScript } from '../scenarios/script-trace.ts';
import type { JournalEntry } from './journal-entry.ts';

/** What a stage decides, the rule it rests on, and how its decision about one exchange reads. */
interface Narrator {
  readonly stage: string;
  readonly rule: string;
  /** For an exchange that passed the stage. */
  readonly passed: (entry: JournalEntry) => string;
}

const count = (number: number, noun: string): string => `${String(number)} ${noun}${number === 1 ? '' : 's'}`;

const bodyIn = ({ body }: JournalEntry): string =>
  body === undefined ? 'no body' : `${body.mediaType}, ${count(body.byteLength, 'byte')}`;

const capabilitiesOf = ({ operation }: JournalEntry): string => {
  const listed = operation?.extensions['x-required-capability'];
  const names = Array.isArray(listed) ? listed.map((item: { capability?: string }) => item.capability ?? '') : [];
  return names.length === 0
    ? 'the operation needs none'
    : `the operation may need ${names.join(', ')}; this call is entitled`;
};

const keySeen = ({ idempotency }: JournalEntry): string => {
  if (idempotency === undefined) return 'the operation takes no Idempotency-Key';
  if (idempotency.beganAt === undefined) return 'the key has not been seen in the last 24 hours';
  const seen = `the key was seen before, at ${toIsoDateTime(idempotency.beganAt)}`;
  return idempotency.kind === 'replay' ? `${seen}, with the same request` : `${seen}, with another request`;
};

const budgetLeft = ({ budget, idempotency }: JournalEntry): string => {
  if (idempotency?.kind === 'replay') return 'a replay uses no budget';
  if (budget === undefined) return 'no budget applies';
  return `${String(budget.remaining)} of ${String(budget.limit)} ${budget.category} requests left until ${toIsoDateTime(budget.resetAt)}`;
};

/** In the order of the pipeline; a test holds the two lists against each other. */
export const NARRATORS: readonly Narrator[] = [
  {
    stage: 'open',
    rule: 'Every answer carries a trace id.',
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
    rule: 'Every call carries Authorization: Bearer and a token; public self-service links need none.',
    passed: ({ caller }) => (caller === undefined ? 'the operation is public' : `the token is ${caller.clientId}’s`),
  },
  {
    stage: 'enter',
    rule: 'A call works on the sandbox of its organization, or on the one that its link leads to.',
    passed: ({ sandbox }) =>
      sandbox === undefined
        ? 'no sandbox: nothing is kept'
        : `sandbox ${sandbox.id}, whose clock stood at ${toIsoDateTime(sandbox.now)}`,
  },
  {
    stage: 'intercept',
    rule: 'Steps of scenarios marked "at: received" come before every check.',
    passed: ({ script, endedAt }) => narrateScript(script, 'received', endedAt !== 'respond'),
  },
  {
    stage: 'authorize',
    rule: 'The DPA must be accepted, and the seller in the path must be an authorized partner of the organization.',
    passed: ({ seller }) =>
      seller === undefined ? 'no seller in the path' : `seller ${seller} is an authorized partner`,
  },
  {
    stage: 'decode',
    rule: 'Bodies are what their Content-Type says, and that is one the operation takes.',
    passed: bodyIn,
  },
  {
    stage: 'entitle',
    rule: 'Capability flags gate features.',
    passed: capabilitiesOf,
  },
  {
    stage: 'recall',
    rule: 'Every write carries an Idempotency-Key of 1 to 255 characters, good for 24 hours.',
    passed: keySeen,
  },
  {
    stage: 'limit',
    rule: 'Requests are counted per organization, category and minute; ten refusals in a row pause the client.',
    passed: budgetLeft,
  },
  {
    stage: 'replay',
    rule: 'Same key and same body answer the stored reply; same key and a different body are 422.',
    passed: ({ idempotency }) =>
      idempotency?.kind === 'replay' ? 'the stored reply was sent again' : 'nothing is stored for this request',
  },
  {
    stage: 'validate',
    rule: 'A request that breaks the description is 422 with an entry per violation.',
    passed: () => 'parameters and body fit the description',
  },
  {
    stage: 'respond',
    rule: 'A scenario answers first, then a behaviour, then the description itself.',
    passed: ({ source, status, script }) =>
      `answered by: ${source}, with ${String(status)}${script === undefined ? '' : `; ${narrateScript(script, 'later', true)}`}`,
  },
];
