import type { Clock } from '../kernel/clock.ts';
import type { ApiRequest, Reply } from '../kernel/http.ts';
import { memoize } from '../kernel/memoize.ts';
import type { Random } from '../kernel/random.ts';
import type { Contract, Operation } from './contract/contract.ts';
import { documentFor } from './contract/document-uses.ts';
import type { Diagnostic } from './contract/diagnostic.ts';
import { NOTHING_ASSUMED } from './assumptions/assumed.ts';
import { compiledDescription } from './compiled-description.ts';
import { createFaker } from './faking/create-faker.ts';
import { createIdempotencyRecords } from './idempotency/idempotency-records.ts';
import type { Generators } from './faking/generators/generator.ts';
import type { Relations } from './faking/generators/relation.ts';
import type { Journal } from './journal/journal.ts';
import type { Mailer } from './mail/mail.ts';
import type { EngineParts, KnowsLink, Limits } from './pipeline/engine-parts.ts';
import type { Authenticated, Opened } from './exchange/exchange.ts';
import type { Refuse } from './pipeline/pipeline.ts';
import { requestPipeline } from './request-pipeline.ts';
import type { Authenticator, Authorize, Observer, Tracing } from './ports/ports.ts';
import type { After, NextTurn } from '../kernel/timers.ts';
import { renderProblem, toProblem } from './problems/render-problem.ts';
import { problem } from './problems/problem.ts';
import { createDeclaredRefusals } from './responders/declared-refusal.ts';
import { createFakedResponder } from './responders/faked.ts';
import type { Burst } from './rate-limiting/budget.ts';
import { toAllowances } from './rate-limiting/allowances.ts';
import { createCategoryOf } from './rate-limiting/categories.ts';
import { type Breaker, createClientPauses } from './rate-limiting/client-pauses.ts';
import type { AdmitStranger } from './rate-limiting/admit-stranger.ts';
import { createRateLimiter } from './rate-limiting/rate-limiter.ts';
import { createResponseHeaders } from './responders/response-headers.ts';
import { mayPrefer } from './responders/preference.ts';
import { createNegotiator } from './responders/negotiate.ts';
import { type Behaviours, bindBehaviours, createStatefulResponder } from './responders/stateful.ts';
import { scriptedResponder, type ScenarioOptions, toStepPlayer } from './scenarios/step-player.ts';
import { toStorageProblem } from './sandbox/storage-problem.ts';
import type { FindSandbox } from './sandbox/find-sandbox.ts';
import type { LiveState } from './sandbox/live-state.ts';
import { createSandboxClock } from './sandbox/sandbox-clock.ts';
import { type CompileAt, createCompilers } from './validation/ajv.ts';
import { SchemaError } from './validation/schema-error.ts';
import { createExampleCheck } from './responders/example-check.ts';
import { Problem } from '../kernel/problem.ts';

export interface EngineOptions {
  readonly contract: Contract;
  readonly authenticator: Authenticator;
  /** If omitted, every caller may call every operation. */
  readonly authorize?: Authorize;
  /** If omitted, public operations can be called without limit. */
  readonly admitStranger?: AdmitStranger;
  /** Where a client learns which capabilities it has, as a sentence. */
  readonly capabilityHint?: string;
  readonly mailer: Mailer;
  /** The stateful operations; responses of all others are faked from the description. */
  readonly behaviours?: Behaviours;
  /** Undefined if no state is kept. */
  readonly findSandbox?: FindSandbox;
  /** If omitted, public operations have no links. */
  readonly knowsLink?: KnowsLink;
  /** If omitted, a `Prefer` header is followed whatever the link. */
  readonly preferNeedsLink?: boolean;
  /** If omitted, nothing is assumed beyond the description. */
  readonly assumedIn?: EngineParts['assumedIn'];
  /** If omitted, no scenarios are played. */
  readonly scripting?: ScenarioOptions;
  readonly generators: Generators;
  /** Constraints between the members of a generated object. */
  readonly relations?: Relations;
  /** Wall-clock time source. */
  readonly clock: Clock;
  readonly after: After;
  readonly nextTurn: NextTurn;
  readonly random: Random;
  readonly seed: string;
  readonly limits: Limits;
  /** By how much budgets may be exceeded for a short time; if undefined, not at all. */
  readonly burst: Burst | undefined;
  /** Circuit breaker: pauses clients that ignore 429. */
  readonly breaker: Breaker;
  /** Validity of an Idempotency-Key, in milliseconds. */
  readonly idempotencyWindow: number;
  readonly problemBase: () => string;
  /** URL of the explanation of an exchange; if omitted, there are no explanations. */
  readonly explanationOf?: EngineParts['explanationOf'];
  readonly pageHeaders?: EngineParts['pageHeaders'];
  /** Which of its own responses the engine validates against the description. Default: all. */
  readonly checksAnswers?: 'all' | 'some';
  readonly refuseSlowly?: EngineParts['refuseSlowly'];
  readonly journal: Pick<Journal, 'add'>;
  readonly observer: Observer;
  /** If omitted, requests are not followed. */
  readonly tracing?: Tracing | undefined;
}

/** By the UUID of an organization. */
interface LivePartsOfEngine {
  readonly clientsOf: (organization: string) => readonly string[];
}

export interface Engine {
  readonly handle: (request: ApiRequest) => Promise<Reply>;
  /** Discards the state kept for an organization outside its sandbox: rate-limit budgets and client pauses. */
  readonly forget: (organization: string, clientIds: readonly string[]) => void;
  /** The same state, to be shared by several processes. */
  readonly liveStates: (parts: LivePartsOfEngine) => readonly LiveState[];
  /** The parts of the description that cannot be served. */
  readonly findings: readonly Diagnostic[];
}

/**
 * An engine serves one contract, from which it derives validators, routes and responses; it knows nothing else of the
 * API.
 */
export const createEngine = (options: EngineOptions): Engine => {
  const { contract, clock, observer, problemBase } = options;
  const { router, variants, compilersOf, requestValidator, replyValidator } = compiledDescription(contract);
  const { generators, relations } = options;
  const fakerOf = memoize((described: Contract) =>
    createFaker({
      document: contract.isForeign ? documentFor(described.document, 'response-sample') : described.document,
      avoidsExamples: contract.isForeign,
      compileAt: createCompilers(described, 'response-sample').exact,
      generators,
      relations,
      clock,
      nextTurn: options.nextTurn,
    }),
  );
  const fake = fakerOf(contract);
  const negotiate = createNegotiator();
  const responseHeaders = createResponseHeaders(fake, contract.basePath);
  const compilerFor = (operation: Operation): CompileAt => compilersOf(operation, 'request').exact;
  const mayShow = createExampleCheck({
    contract,
    compilerFor: (operation) => compilersOf(operation, 'response').exact,
    observer,
  });
  const faked = createFakedResponder({
    contract,
    fakeFor: (operation) => fakerOf(variants.contractOf(operation)),
    mayShow,
    responseHeaders,
    negotiate,
    seed: options.seed,
    problemBase,
  });
  const declareRefusal = createDeclaredRefusals({
    contract,
    fake,
    compileAt: createCompilers(contract, 'response').exact,
    responseHeaders,
    mayShow,
  });
  const idempotencyRecords = createIdempotencyRecords(options.idempotencyWindow);
  const behaviours = bindBehaviours(contract, options.behaviours ?? {});
  const stateful = createStatefulResponder({ behaviours, responseHeaders, idempotencyRecords, negotiate });
  const rateLimiter = createRateLimiter(toAllowances(contract.rateLimits, options.burst));
  const clientPauses = createClientPauses(options.breaker);
  const scripted = { contract, fake, responseHeaders, problemBase, requestValidator, responder: stateful };
  const stepPlayer = toStepPlayer(options.scripting, scripted);
  const parts: EngineParts = {
    ...options,
    checksAnswers: options.checksAnswers ?? 'all',
    authorize: options.authorize ?? (() => undefined),
    router,
    clock: createSandboxClock(clock, { kind: 'running', offset: 0 }),
    findSandbox: options.findSandbox ?? (() => undefined),
    categoryOf: createCategoryOf(contract),
    assumedIn: options.assumedIn ?? (() => NOTHING_ASSUMED),
    variants,
    rateLimiter,
    clientPauses,
    idempotencyRecords,
    compilerFor,
    compileSchema: createCompilers(contract, 'request').inline,
    requestValidator,
    replyValidator,
    findHeaderFault: options.scripting?.findHeaderFault,
    scenarios: options.scripting?.scenarios,
    stepPlayer,
    responders: [...(stepPlayer === undefined ? [] : [scriptedResponder]), stateful, faked],
  };
  const isTransactional = ({ id }: Operation): boolean => (behaviours.get(id)?.kind ?? 'direct') !== 'direct';
  /** Refused by the operation itself, not by an earlier check. */
  const isOwnRefusal = ({ operation, sandbox, request }: Opened & Partial<Authenticated>, endedAt: string): boolean =>
    endedAt === 'respond' &&
    sandbox !== undefined &&
    operation !== undefined &&
    isTransactional(operation) &&
    !mayPrefer(request);
  const refuse: Refuse = (reason, exchange, endedAt) => {
    const { request, traceId, operation }: Opened & Partial<Authenticated> = exchange;
    const thrown = reason instanceof SchemaError ? toUnserved(reason, operation, contract) : reason;
    if (!(thrown instanceof Problem)) observer.failed(thrown, traceId);
    const { members } = toStorageProblem(thrown) ?? toProblem(thrown);
    const reply = renderProblem(members, { problemBase: problemBase(), instance: request.path, traceId });
    const source = isOwnRefusal(exchange, endedAt) ? 'stateful' : 'engine';
    const declared = declareRefusal(members, exchange, reply);
    if (declared === undefined) return { refusal: members, reply, source };
    return declared.then(
      (own) => ({ refusal: members, reply: own ?? reply, source }),
      // If no error response can be generated from the description, the engine's own refusal is sent.
      () => ({ refusal: members, reply, source }),
    );
  };
  const run = requestPipeline(parts).build(refuse, options.tracing?.entered);
  return {
    handle: (request) => run({ request }).then(({ reply }) => reply),
    forget: (organization, clientIds) => {
      rateLimiter.forget(organization);
      for (const clientId of clientIds) clientPauses.forget(clientId);
    },
    liveStates: ({ clientsOf }) => [rateLimiter.live, clientPauses.liveOf(clientsOf)],
    findings: [...contract.findings, ...router.findings],
  };
};

/**
 * Schemas are compiled lazily; one that does not compile, or leads to itself, disables only the operations that use it, with
 * an explanation.
 */
const toUnserved = ({ message }: SchemaError, operation: Operation | undefined, { file }: Contract): Problem =>
  problem('not-served', {
    detail: `${operation?.id ?? 'This'} cannot be served: a schema in ${file} cannot be used (${message}).`,
  });
