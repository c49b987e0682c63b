import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Random } from '../../kernel/random.ts';
import type { Assumed } from '../assumptions/assumed.ts';
import type { Variants } from '../assumptions/variants.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { IdempotencyRecords } from '../idempotency/idempotency-records.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Authenticator, Authorize, Observer, Tracing } from '../ports/ports.ts';
import type { After, NextTurn } from '../../kernel/timers.ts';
import type { AdmitStranger } from '../rate-limiting/admit-stranger.ts';
import type { ClientPauses } from '../rate-limiting/client-pauses.ts';
import type { CategoryOf } from '../rate-limiting/categories.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { RateLimiter } from '../rate-limiting/rate-limiter.ts';
import type { RefuseSlowly } from '../rate-limiting/slow-refusals.ts';
import type { Responder } from '../exchange/responder.ts';
import type { Router } from '../routing/router.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SandboxClock } from '../sandbox/sandbox-clock.ts';
import type { FindSandbox } from '../sandbox/find-sandbox.ts';
import type { Scenarios } from '../scenarios/scenarios.ts';
import type { FindHeaderFault } from '../scenarios/header-rule.ts';
import type { StepPlayer } from '../scenarios/step-player.ts';
import type { CompileAt } from '../validation/ajv.ts';
import type { ReplyValidator } from '../validation/reply-validator.ts';
import type { RequestValidator } from '../validation/request-validator.ts';

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

/** Whether the link in the path of a public operation exists in its sandbox. */
export type KnowsLink = (
  sandbox: Sandbox,
  pathParameters: Readonly<Record<string, string>>,
) => boolean | Promise<boolean>;

/** Dependencies of the stages; created once, when the engine starts. */
export interface EngineParts {
  readonly contract: Contract;
  readonly router: Router;
  readonly requestValidator: (operation: Operation) => RequestValidator;
  readonly replyValidator: (operation: Operation) => ReplyValidator;
  /** Compiles schemas of the description that an operation belongs to. */
  readonly compilerFor: (operation: Operation) => CompileAt;
  readonly compileSchema: (schema: object) => ValidateFunction;
  readonly authenticator: Authenticator;
  readonly authorize: Authorize;
  /** Limits the calls of public operations; undefined if they are unlimited. */
  readonly admitStranger?: AdmitStranger | undefined;
  readonly capabilityHint?: string;
  readonly categoryOf: CategoryOf;
  readonly rateLimiter: RateLimiter;
  readonly clientPauses: ClientPauses;
  /** Slows down callers that go on calling beyond their budget; undefined if they are refused at once. */
  readonly refuseSlowly?: RefuseSlowly | undefined;
  readonly mailer: Mailer;
  readonly idempotencyRecords: IdempotencyRecords;
  /** Called in order; the first response wins. */
  readonly responders: readonly Responder[];
  /** For exchanges outside any sandbox. */
  readonly clock: SandboxClock;
  readonly findSandbox: FindSandbox;
  /** Whether a public link exists; undefined if there are no links. */
  readonly knowsLink?: KnowsLink | undefined;
  /** Whether a `Prefer` header is followed on links that exist only. */
  readonly preferNeedsLink?: boolean | undefined;
  /** The assumptions in force in a sandbox, or outside of any. */
  readonly assumedIn: (sandbox: Sandbox | undefined) => Assumed;
  readonly variants: Variants;
  readonly after: After;
  readonly nextTurn: NextTurn;
  readonly random: Random;
  readonly limits: Limits;
  /** Prefix of problem type URIs, without a trailing slash. */
  readonly problemBase: () => string;
  /** URL of the explanation of an exchange; undefined if it has none. */
  readonly explanationOf?: ((exchange: Settled) => string | undefined) | undefined;
  /** Headers of every response that does not set them itself. */
  readonly pageHeaders?: Readonly<Record<string, string>> | undefined;
  /** Which responses are validated against the description. */
  readonly checksAnswers: 'all' | 'some';
  /** Headers that scenarios and imported states cannot set; undefined where they may set any. */
  readonly findHeaderFault?: FindHeaderFault | undefined;
  /** Both undefined if no scenarios are played. */
  readonly scenarios: Pick<Scenarios, 'playsFor'> | undefined;
  readonly stepPlayer: StepPlayer | undefined;
  readonly journal: Pick<Journal, 'add'>;
  readonly observer: Observer;
  /** Undefined if requests are not followed. */
  readonly tracing?: Tracing | undefined;
}
