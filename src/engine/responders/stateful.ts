import { andThen } from '../../kernel/and-then.ts';
import { type Content, jsonContent, type LiveContent, type Reply } from '../../kernel/http.ts';
import { type Contract, findResponse, type Operation } from '../contract/contract.ts';
import type { Answer, EmittedEvent } from '../message/message.ts';
import { isXmlMediaType } from '../../kernel/media-type.ts';
import { toContent } from './faked.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { Responder, Validated } from '../exchange/exchange.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { unknownLink } from '../problems/refusals.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { ResponseHeaders } from './response-headers.ts';
import type { Negotiate } from './negotiate.ts';
import { NO_PREFERENCE, requestsResponse, readPreference } from './preference.ts';

/** What an operation answers; `ETag`, `Location` and the media type are derived from the description. */
export interface Outcome {
  readonly status: number;
  /** JSON; a function is called after the transaction, for bodies that are slow to create. */
  readonly body?: unknown;
  /** Of the body, if it is another one than `application/json`. */
  readonly mediaType?: string;
  /** Content other than JSON, or JSON that is already serialized. */
  readonly content?: Content | (() => Promise<Content>) | undefined;
  /** A body that is streamed as it is produced. */
  readonly live?: LiveContent | undefined;
  /** Names in lower case; these override headers derived from the description. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the body is as generated: no client has changed it. */
  readonly isGenerated?: boolean;
}

/** A request and the sandbox that it works on. */
export interface Visit<Work extends Reading = UnitOfWork> {
  readonly exchange: Validated;
  readonly sandbox: Sandbox;
  readonly work: Work;
}

/** Undefined leaves the answer to the next responder; what was changed is kept. */
type Answering<Request> = (request: Request) => Outcome | undefined | Promise<Outcome | undefined>;

/**
 * Code that implements one operation. Refusals are thrown. A transactional behaviour runs in one transaction of the
 * request's sandbox, which a refusal rolls back; one of GET or HEAD reads only. Any other begins its own transactions, or
 * needs none.
 */
export type Behaviour =
  | { readonly transactional: true; readonly run: Answering<Visit> }
  | { readonly transactional: false; readonly run: Answering<Validated> };

/** By operationId. */
export type Behaviours = Readonly<Record<string, Behaviour>>;

/** Behaviours with something added to those that write. */
export const wrapWrites = (
  behaviours: Behaviours,
  operations: readonly Operation[],
  wrap: (operation: Operation, run: Answering<Visit>) => Answering<Visit>,
): Behaviours => {
  const wrapped: Record<string, Behaviour> = { ...behaviours };
  for (const operation of operations) {
    const behaviour = behaviours[operation.id];
    if (behaviour?.transactional === true && !READS.has(operation.method))
      wrapped[operation.id] = { transactional: true, run: wrap(operation, behaviour.run) };
  }
  return wrapped;
};

/**
 * Responds from state. An operation with a transactional behaviour runs in one transaction of its sandbox: its changes,
 * the events that it caused and its response under the Idempotency-Key are committed together. A request that selects a
 * response with `Prefer` is not served from state, and a public link that leads to no sandbox ends with 404: no other
 * responder may respond for a missing resource, unless its behaviour says so.
 */
export const createStatefulResponder = (parts: {
  readonly contract: Contract;
  readonly behaviours: Behaviours;
  readonly responseHeaders: ResponseHeaders;
  readonly idempotency: Pick<Idempotency, 'keep'>;
  readonly negotiate: Negotiate;
}): Responder => {
  const { contract, responseHeaders, idempotency, negotiate } = parts;
  // Those of an operator may be others later.
  const { behaviours } = parts;
  const unknown = Object.keys(behaviours).filter((id) => !contract.operations.some((operation) => operation.id === id));
  if (unknown.length > 0)
    throw new Error(`behaviours for operations that ${contract.file} does not have: ${unknown.join(', ')}`);

  /** The last body of each operation: as long as it is the same object, its serialized text is reused. */
  const latest = new WeakMap<Operation, Content>();
  const contentFor = (operation: Operation, value: unknown, mediaType?: string): Content => {
    const before = latest.get(operation);
    if (before !== undefined && before.value === value) return before;
    const content = jsonContent(value, mediaType);
    latest.set(operation, content);
    return content;
  };

  /** The same outcome as XML, for a client that takes that rather than JSON. */
  const inXml = (outcome: Outcome, wanted: string, operation: Operation): Outcome => {
    const { status, body } = outcome;
    const described = findResponse(operation, status)?.contents.find(({ mediaType }) => mediaType === wanted);
    if (described === undefined || body === undefined || typeof body === 'function') return outcome;
    return { ...outcome, content: toContent(body, described, contract) };
  };

  const toReply = (outcome: Outcome, exchange: Validated): Reply | Promise<Reply> => {
    const { body, content } = outcome;
    if (typeof content === 'function') return andThen(content(), (made) => withHeaders(outcome, exchange, body, made));
    if (typeof body !== 'function') return withHeaders(outcome, exchange, body, content);
    return andThen((body as () => Promise<unknown>)(), (value) => withHeaders(outcome, exchange, value, content));
  };

  const withHeaders = (
    { status, headers, live, mediaType }: Outcome,
    exchange: Validated,
    value: unknown,
    made?: Content,
  ): Reply | Promise<Reply> => {
    const { operation } = exchange;
    const response = findResponse(operation, status);
    if (response === undefined) throw new Error(`${operation.id} has no answer ${status}`);
    const content = made ?? (value === undefined ? undefined : contentFor(operation, value, mediaType));
    return andThen(
      responseHeaders.make(response, { body: value, exchange, seed: operation.id }),
      (described): Reply => ({ status, headers: Object.assign(described, headers), content, live }),
    );
  };

  const write = (run: Answering<Visit>, exchange: Validated, sandbox: Sandbox): Promise<Answer | undefined> => {
    const events: EmittedEvent[] = [];
    const keep = (work: UnitOfWork, reply: Reply): Answer => {
      const answer = { reply, source: 'stateful', events, workedAt: work.now } as const;
      return idempotency.keep(work, exchange.idempotency, answer) ? { ...answer, isKept: true } : answer;
    };
    return sandbox.transact(
      (work) =>
        andThen(run({ exchange, sandbox, work }), (outcome) =>
          outcome === undefined
            ? undefined
            : andThen(toReply(outcome, exchange), (reply): Answer | undefined => keep(work, reply)),
        ),
      events,
    );
  };

  const read = async (
    run: Answering<Visit<Reading>>,
    exchange: Validated,
    sandbox: Sandbox,
  ): Promise<Answer | undefined> => {
    let workedAt = 0;
    const outcome = await sandbox.read((work) => {
      workedAt = work.now;
      return run({ exchange, sandbox, work });
    });
    const source = outcome?.isGenerated === true ? 'faked' : 'stateful';
    return outcome && andThen(toReply(outcome, exchange), (reply): Answer => ({ reply, source, workedAt }));
  };

  const answer = (run: Answering<Visit>, exchange: Validated, sandbox: Sandbox): Promise<Answer | undefined> =>
    // The types of behaviours ensure that a read needs no more than a `Reading`.
    READS.has(exchange.operation.method)
      ? read(run as Answering<Visit<Reading>>, exchange, sandbox)
      : write(run, exchange, sandbox);

  const answerDirectly = async (run: Answering<Validated>, exchange: Validated): Promise<Answer | undefined> => {
    const outcome = await run(exchange);
    return outcome && { reply: await toReply(outcome, exchange), source: 'stateful' };
  };

  return (exchange) => {
    const { sandbox, operation, request } = exchange;
    const behaviour = Object.hasOwn(behaviours, operation.id) ? behaviours[operation.id] : undefined;
    if (behaviour === undefined) return undefined;
    if (!behaviour.transactional) return answerDirectly(behaviour.run, exchange);
    if (requestsResponse(readPreference(request))) return undefined;
    if (sandbox === undefined) throw unknownLink();
    const accept = request.header('accept');
    // Prism does not support media type ranges in a description; if any media type may be sent, no Accept header is
    // refused.
    if (accept === undefined || accept === '*/*' || answersAnyType(operation))
      return answer(behaviour.run, exchange, sandbox);
    // Checked before any change: 406 for a client that accepts none of the described media types.
    return andThen(negotiate(operation, NO_PREFERENCE, accept), ({ content }) => {
      const { run } = behaviour;
      const wanted = content?.mediaType ?? '';
      if (!isXmlMediaType(wanted)) return answer(run, exchange, sandbox);
      const runInXml: typeof run = (visit) =>
        andThen(run(visit), (outcome) => outcome && inXml(outcome, wanted, operation));
      return answer(runInXml, exchange, sandbox);
    });
  };
};

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const answersAnyType = ({ responses }: Operation): boolean =>
  responses.some(({ status, contents }) => status < '300' && contents.some(({ mediaType }) => mediaType === '*/*'));
