import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { After, NextTurn } from '../../kernel/timers.ts';
import type { Assumed } from '../assumptions/register.ts';
import type { createVariants } from '../assumptions/variants.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Exchange, Responder, Settled } from '../exchange/exchange.ts';
import type { createContractFaker } from '../faking/contract-faker.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Narration } from '../policy/policy.ts';
import type { PassOn, Authenticator, Authorize, Observer } from '../ports/ports.ts';
import type { Breaker, createClientPauses } from '../rate-limiting/client-pauses.ts';
import type { AdmitStranger } from '../rate-limiting/counters.ts';
import type { Burst, createCategoryOf, createRateLimiter } from '../rate-limiting/rate-limiter.ts';
import type { RefuseSlowly } from '../rate-limiting/slow-refusals.ts';
import type { FindThings } from '../resources/own-behaviours.ts';
import type { KeepingParts, KeptResources } from '../resources/keep.ts';
import type { Behaviours } from '../responders/stateful.ts';
import type { Router } from '../routing/router.ts';
import type { FindSandbox, Sandbox } from '../sandbox/sandbox.ts';
import type { SandboxClock } from '../sandbox/sandbox-clock.ts';
import type { ScenarioOptions, createStepPlayer } from '../scenarios/step-player.ts';
import type { createReplyValidator } from '../validation/reply-validator.ts';
import type { NeedsOf, RequestValidator } from '../validation/request-validator.ts';

export interface Limits {
  /** Maximum size of a body other than an upload, in bytes. */
  readonly bodyBytes: number;
  /** Maximum size of a multipart body, in bytes. */
  readonly uploadBytes: number;
  /** Maximum size of the body of an operation with `x-large-body`, in bytes. */
  readonly largeBodyBytes: number;
  /** Maximum nesting depth of JSON. */
  readonly jsonDepth: number;
  /** Maximum number of objects, lists and their entries in JSON. */
  readonly jsonValues: number;
}

/** What an engine is created with. */
export interface EngineOptions {
  readonly contract: Contract;
  /** `control`: without scenarios, idempotency, rate limits and assumptions. Default: all checks. */
  readonly checks?: 'all' | 'control';
  /** Lets another service answer every request; if omitted, the responders do. */
  readonly passOn?: PassOn | undefined;
  readonly authenticator: Authenticator;
  /** If omitted, every caller may call every operation. */
  readonly authorize?: Authorize | undefined;
  /** If omitted, public operations can be called without limit. */
  readonly admitStranger?: AdmitStranger;
  /** Where a client learns which capabilities it has, as a sentence. */
  readonly capabilityHint?: string | undefined;
  readonly mailer: Mailer;
  /** The stateful operations; responses of all others are faked from the description. */
  readonly behaviours?: Behaviours;
  /** Keeps resources where no behaviour answers, with code that most servers start without. If omitted, none. */
  readonly keeps?: ((parts: KeepingParts) => KeptResources) | undefined;
  /** Adds to all behaviours, and may put those of an operator over them; the result may change later. */
  readonly putOver?: (usual: Behaviours, find: FindThings | undefined) => Behaviours;
  /** If omitted, no state is kept. */
  readonly findSandbox?: FindSandbox;
  /** Whether the link in the path of a public operation exists in its sandbox. If omitted, public operations have no links. */
  readonly knowsLink?: (
    sandbox: Sandbox,
    pathParameters: Readonly<Record<string, string>>,
  ) => boolean | Promise<boolean>;
  /** Whether a `Prefer` header is followed on links that exist only. */
  readonly preferNeedsLink?: boolean;
  /** The assumptions in force in a sandbox, or outside of any. If omitted, nothing is assumed beyond the description. */
  readonly assumedIn?: (sandbox: Sandbox | undefined) => Assumed;
  /** If omitted, no scenarios are played. */
  readonly scripting?: ScenarioOptions;
  readonly loadGenerators: Parameters<typeof createContractFaker>[1]['loadGenerators'];
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
  /** Prefix of problem type URIs, without a trailing slash. */
  readonly problemBase: () => string;
  /** URL of the explanation of an exchange; undefined if it has none. If omitted, there are no explanations. */
  readonly explanationOf?: (exchange: Settled) => string | undefined;
  /** Headers of every response that does not set them itself. */
  readonly pageHeaders?: Readonly<Record<string, string>> | undefined;
  /** Which of its own responses the engine validates against the description. Default: all. */
  readonly checksAnswers?: 'all' | 'some';
  /** Slows down callers that go on calling beyond their budget; if undefined, they are refused at once. */
  readonly refuseSlowly?: RefuseSlowly | undefined;
  readonly journal: Pick<Journal, 'add'>;
  readonly observer: Observer;
  /** Follows requests from stage to stage; if omitted, requests are not followed. */
  readonly tracing?:
    | {
        /** A stage of the request in progress begins. */
        readonly entered: (stage: string) => void;
        /** The trace that the request in progress belongs to. */
        readonly traceId: () => string | undefined;
      }
    | undefined;
}

/** What the checks need: the options, and what is created from them once. */
export interface EngineParts extends EngineOptions {
  readonly router: Router;
  readonly requestValidator: (operation: Operation) => RequestValidator;
  readonly replyValidator: (operation: Operation) => ReturnType<typeof createReplyValidator>;
  readonly needsOf: NeedsOf;
  readonly findSandbox: FindSandbox;
  readonly assumedIn: (sandbox: Sandbox | undefined) => Assumed;
  readonly variants: ReturnType<typeof createVariants>;
  /** For exchanges outside any sandbox. */
  readonly clock: SandboxClock;
  readonly categoryOf: ReturnType<typeof createCategoryOf>;
  readonly rateLimiter: ReturnType<typeof createRateLimiter>;
  readonly clientPauses: ReturnType<typeof createClientPauses>;
  readonly idempotency: Idempotency;
  /** Undefined if no scenarios are played. */
  readonly stepPlayer: ReturnType<typeof createStepPlayer> | undefined;
  /** Called in order; the first response wins. */
  readonly responders: readonly Responder[];
}

/** What a check adds to the exchange. A `reply` ends the request: the checks after it do not run. */
export type Added = Partial<Omit<Exchange, 'request' | 'endedAt'>>;

/** Ends the request by what it adds, or by throwing a problem. */
export type Check<Needs = Exchange> = (exchange: Needs) => Added | undefined | Promise<Added | undefined>;

/** Creates a check, and explains it. */
export const explained = <Parts, Needs>(words: Narration, create: (parts: Parts) => Check<Needs>) =>
  Object.assign(create, words);

/** Runs once there is a response, whichever check ended the request; what it adds may replace the response. */
export type Finish = Check<Settled>;
