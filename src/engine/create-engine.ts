import type { Handle } from '../kernel/http.ts';
import { memoize } from '../kernel/caches.ts';
import type { Contract, Operation } from './contract/contract.ts';
import { NOTHING_ASSUMED } from './assumptions/register.ts';
import { compiledDescription } from './compiled-description.ts';
import { createContractFaker } from './faking/contract-faker.ts';
import type { Exchange } from './exchange/exchange.ts';
import { createIdempotency } from './idempotency/idempotency.ts';
import type { EngineOptions, EngineParts } from './checks/engine-parts.ts';
import { type Refuse, createHandle } from './handle.ts';
import { createPassingHandle } from './pass-on.ts';
import { problem, renderProblem, toProblem } from './problems/problem.ts';
import { createDeclaredRefusals } from './responders/declared-refusal.ts';
import type { KeptResources } from './resources/keep.ts';
import { createExampleCheck } from './responders/example-check.ts';
import { createFakedResponder } from './responders/faked.ts';
import { createClientPauses } from './rate-limiting/client-pauses.ts';
import { createCategoryOf, createRateLimiter, toAllowances } from './rate-limiting/rate-limiter.ts';
import { createResponseHeaders } from './responders/response-headers.ts';
import { mayPrefer } from './responders/preference.ts';
import { createNegotiator } from './responders/negotiate.ts';
import { createStatefulResponder } from './responders/stateful.ts';
import { createStepPlayer, scriptedResponder } from './scenarios/step-player.ts';
import { toStorageProblem } from './sandbox/storage-problem.ts';
import type { LiveState } from './sandbox/live-state.ts';
import { createSandboxClock } from './sandbox/sandbox-clock.ts';

import { type Compile, createCompilers } from './validation/ajv.ts';
import { SchemaError } from './validation/lazy-references.ts';
import { Problem } from '../kernel/problem.ts';

export interface Engine {
  readonly handle: Handle;
  /** What is kept of a sandbox beside its documents: rate-limit budgets and client pauses. `clientsOf` takes the UUID of an organization. */
  readonly liveStates: (parts: {
    readonly clientsOf: (organization: string) => readonly string[];
  }) => readonly LiveState[];
  /** What it keeps of resources; undefined if it keeps nothing without code. */
  readonly kept: Pick<KeptResources, 'beginWith' | 'faultOfFixture'> | undefined;
  /** The parts of the description that cannot be served. */
  readonly findings: Contract['findings'];
}

/**
 * An engine serves one contract, from which it derives validators, routes and responses; it knows nothing else of the
 * API.
 */
export const createEngine = (options: EngineOptions): Engine => {
  const { contract, clock, observer, problemBase } = options;
  const { router, variants, compilersOf, requestValidator, replyValidator, needsOf } = compiledDescription(contract);
  const fakerOf = memoize((described: Contract) => createContractFaker(described, options));
  const fake = fakerOf(contract);
  const negotiate = createNegotiator();
  const responseHeaders = createResponseHeaders(fake, contract.basePath);
  const compilerFor = (operation: Operation): Compile => compilersOf(operation, 'request').exact;
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
  const compileAt = createCompilers(contract, 'response').exact;
  const declareRefusal = createDeclaredRefusals({
    contract,
    fake,
    compileAt,
    responseHeaders,
    mayShow,
  });
  const idempotency = createIdempotency({
    window: options.idempotencyWindow,
    compilerFor,
    after: options.after,
    findHeaderFault: options.scripting?.findHeaderFault,
  });
  const kept = options.keeps?.({ contract, fake, compileAt, mayShow, seed: options.seed });
  const stated = { ...kept?.behaviours, ...options.behaviours };
  const behaviours = options.putOver?.(stated, kept?.findThings) ?? stated;
  const stateful = createStatefulResponder({ contract, behaviours, responseHeaders, idempotency, negotiate });
  const rateLimiter = createRateLimiter(toAllowances(contract.rateLimits, options.burst));
  const clientPauses = createClientPauses(options.breaker);
  const scripted = { contract, fake, responseHeaders, problemBase, requestValidator, responder: stateful };
  const stepPlayer = options.scripting === undefined ? undefined : createStepPlayer(options.scripting, scripted);
  const parts: EngineParts = {
    ...options,
    router,
    clock: createSandboxClock(clock, { kind: 'running', offset: 0 }),
    findSandbox: options.findSandbox ?? (() => undefined),
    categoryOf: createCategoryOf(contract),
    assumedIn: options.assumedIn ?? (() => NOTHING_ASSUMED),
    variants,
    rateLimiter,
    clientPauses,
    idempotency,
    needsOf,
    requestValidator,
    replyValidator,
    stepPlayer,
    responders: [...(stepPlayer === undefined ? [] : [scriptedResponder]), stateful, faked],
  };
  const isTransactional = ({ id }: Operation): boolean =>
    Object.hasOwn(behaviours, id) && behaviours[id]?.transactional === true;
  /** Refused by the operation itself, not by an earlier check. */
  const isOwnRefusal = ({ operation, sandbox, request }: Exchange, thrownBy: string): boolean =>
    thrownBy === 'respond' &&
    sandbox !== undefined &&
    operation !== undefined &&
    isTransactional(operation) &&
    !mayPrefer(request);
  const refuse: Refuse = (reason, exchange, thrownBy) => {
    const { request, traceId, operation } = exchange;
    const thrown = reason instanceof SchemaError ? toUnserved(reason, operation, contract) : reason;
    if (!(thrown instanceof Problem)) observer.failed(thrown, traceId);
    const { members } = toStorageProblem(thrown) ?? toProblem(thrown);
    const reply = renderProblem(members, { problemBase: problemBase(), instance: request.path, traceId });
    const source = isOwnRefusal(exchange, thrownBy) ? 'stateful' : 'engine';
    const declared = declareRefusal(members, exchange, reply);
    if (declared === undefined) return { refusal: members, reply, source };
    return declared.then(
      (own) => ({ refusal: members, reply: own ?? reply, source }),
      // If no error response can be generated from the description, the engine's own refusal is sent.
      () => ({ refusal: members, reply, source }),
    );
  };
  return {
    handle: options.passOn === undefined ? createHandle(parts, refuse) : createPassingHandle(parts, options.passOn),
    liveStates: ({ clientsOf }) => [rateLimiter.live, clientPauses.liveOf(clientsOf)],
    kept,
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
