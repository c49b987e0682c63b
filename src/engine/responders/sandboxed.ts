import { type Content, type Reply, jsonContent } from '../../kernel/http.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { findResponse } from '../contract/find-response.ts';
import type { EmittedEvent } from '../message/event.ts';
import type { IdempotencyRecords } from '../idempotency/idempotency-records.ts';
import { type FirstUse, firstUse } from '../idempotency/key-use.ts';
import type { Validated } from '../exchange/exchange.ts';
import type { Answer } from '../message/answer.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { unknownLink } from '../sandbox/unknown-link.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { ResponseHeaders } from './response-headers.ts';
import type { Negotiate } from './negotiate.ts';
import { NO_PREFERENCE, asksForAnswer, readPreference } from './preference.ts';
import type { Responder } from '../exchange/responder.ts';

/** What an operation answers; `ETag`, `Location` and the media type follow from the description. */
export interface Outcome {
  readonly status: number;
  /** JSON; a function is asked after the work is done, for what takes long to make. */
  readonly body?: unknown;
  /** Anything but JSON. */
  readonly content?: () => Promise<Content>;
  /** In lower case; they win over those that follow from the description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request in the sandbox that it works on. */
export interface Visit<Work extends Reading = UnitOfWork> {
  readonly exchange: Validated;
  readonly sandbox: Sandbox;
  readonly work: Work;
}

/** Code that answers one operation from a sandbox. Refusals are thrown, and undo everything. */
export type SandboxBehaviour =
  | { readonly kind: 'read'; readonly run: (visit: Visit<Reading>) => Promise<Outcome> }
  | { readonly kind: 'write'; readonly run: (visit: Visit) => Promise<Outcome> };

/** By operationId. */
export type SandboxBehaviours = Readonly<Record<string, SandboxBehaviour>>;

export interface SandboxedParts {
  readonly contract: Contract;
  readonly behaviours: SandboxBehaviours;
  readonly responseHeaders: ResponseHeaders;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly negotiate: Negotiate;
}

/**
 * Answers from the state of a sandbox, in one transaction: what the operation changed, the events it caused and its
 * answer under the Idempotency-Key are kept together. Whoever asks for an answer by `Prefer` is not answered from state.
 * A public link that leads to no sandbox ends with 404: nobody else answers for something that does not exist.
 */
export const createSandboxedResponder = (parts: SandboxedParts): Responder => {
  const { contract, behaviours, responseHeaders, idempotencyRecords, negotiate } = parts;
  checkNames(contract, behaviours);

  /** Of each operation the body that it answered last: one that stays the same object keeps its text, too. */
  const latest = new WeakMap<Operation, Content>();
  const contentFor = (operation: Operation, value: unknown): Content => {
    const before = latest.get(operation);
    if (before !== undefined && before.value === value) return before;
    const content = jsonContent(value);
    latest.set(operation, content);
    return content;
  };

  const toReply = (outcome: Outcome, exchange: Validated): Reply | Promise<Reply> => {
    const { body, content } = outcome;
    if (content !== undefined) return content().then((made) => withHeaders(outcome, exchange, undefined, made));
    if (typeof body !== 'function') return withHeaders(outcome, exchange, body, undefined);
    return (body as () => Promise<unknown>)().then((value) => withHeaders(outcome, exchange, value, undefined));
  };

  const withHeaders = (
    { status, headers }: Outcome,
    exchange: Validated,
    value: unknown,
    made: Content | undefined,
  ): Reply | Promise<Reply> => {
    const { operation } = exchange;
    const response = findResponse(operation, status);
    if (response === undefined) throw new Error(`${operation.id} has no answer ${String(status)}`);
    const content = made ?? (value === undefined ? undefined : contentFor(operation, value));
    const toReplyWith = (described: Readonly<Record<string, string>>): Reply => ({
      status,
      headers: headers === undefined ? described : { ...described, ...headers },
      content,
    });
    const described = responseHeaders.make(response, { body: value, exchange, seed: operation.id });
    return described instanceof Promise ? described.then(toReplyWith) : toReplyWith(described);
  };

  const write = (
    run: (visit: Visit) => Promise<Outcome>,
    exchange: Validated,
    sandbox: Sandbox,
    first: FirstUse | undefined,
  ): Promise<Answer> => {
    const events: EmittedEvent[] = [];
    return sandbox.transact(async (work) => {
      const made = toReply(await run({ exchange, sandbox, work }), exchange);
      // Nearly always at hand: only a real promise is worth a turn.
      const reply = made instanceof Promise ? await made : made;
      const answer = { reply, source: 'stateful', events, workedAt: work.now } as const;
      if (first === undefined) return answer;
      const { key, fingerprint, found } = first;
      const { beganAt, isNew } = found;
      await idempotencyRecords.keep(work, { key, fingerprint, beganAt, isNew }, answer);
      return { ...answer, isKept: true };
    }, events);
  };

  const read = async (
    run: (visit: Visit<Reading>) => Promise<Outcome>,
    exchange: Validated,
    sandbox: Sandbox,
  ): Promise<Answer> => {
    let workedAt = 0;
    const outcome = await sandbox.read((work) => {
      workedAt = work.now;
      return run({ exchange, sandbox, work });
    });
    return { reply: await toReply(outcome, exchange), source: 'stateful', workedAt };
  };

  return (exchange) => {
    const { sandbox, operation, request, idempotency } = exchange;
    const behaviour = behaviours[operation.id];
    if (behaviour === undefined || asksForAnswer(readPreference(request))) return undefined;
    if (sandbox === undefined) throw unknownLink();
    const answer = (): Promise<Answer> =>
      behaviour.kind === 'write'
        ? write(behaviour.run, exchange, sandbox, firstUse(idempotency))
        : read(behaviour.run, exchange, sandbox);
    // Prism does not read ranges in a description; where any media type may be answered, no Accept is refused.
    if (answersAnyType(operation)) return answer();
    // Refused before anything happens: 406 for a client that takes none of the described media types.
    const plan = negotiate(operation, NO_PREFERENCE, request.header('accept'));
    return plan instanceof Promise ? plan.then(answer) : answer();
  };
};

const answersAnyType = ({ responses }: Operation): boolean =>
  responses.some(({ status, contents }) => status < '300' && contents.some(({ mediaType }) => mediaType === '*/*'));

/** A behaviour for an unknown operation stops the start. */
const checkNames = ({ operations, file }: Contract, behaviours: SandboxBehaviours): void => {
  const known = new Set(operations.map(({ id }) => id));
  const unknown = Object.keys(behaviours).filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new Error(`behaviours for operations that ${file} does not have: ${unknown.join(', ')}`);
};
