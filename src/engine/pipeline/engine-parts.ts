import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Random } from '../../kernel/random.ts';
import type { Assumed } from '../assumptions/assumed.ts';
import type { Variants } from '../assumptions/variants.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { IdempotencyRecords } from '../idempotency/idempotency-records.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mailer } from '../mail/mailbox.ts';
import type { Authenticator, Authorize, Observer } from '../ports/ports.ts';
import type { After } from '../../kernel/timers.ts';
import type { ClientPauses } from '../rate-limiting/client-pauses.ts';
import type { CategoryOf } from '../rate-limiting/categories.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { RateLimiter } from '../rate-limiting/rate-limiter.ts';
import type { Responder } from '../exchange/responder.ts';
import type { Router } from '../routing/router.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SandboxClock } from '../sandbox/sandbox-clock.ts';
import type { FindSandbox } from '../sandbox/find-sandbox.ts';
import type { Scenarios } from '../scenarios/scenarios.ts';
import type { StepPlayer } from '../scenarios/step-player.ts';
import type { CompileAt } from '../validation/ajv.ts';
import type { ReplyValidator } from '../validation/reply-validator.ts';
import type { RequestValidator } from '../validation/request-validator.ts';

export interface Limits {
  /** Bytes of a body that is no upload. */
  readonly bodyBytes: number;
  /** Bytes of a multipart body. */
  readonly uploadBytes: number;
  /** Levels of nesting in JSON. */
  readonly jsonDepth: number;
}

/** What the stages work with; made once, when the engine starts. */
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
  readonly categoryOf: CategoryOf;
  readonly rateLimiter: RateLimiter;
  readonly clientPauses: ClientPauses;
  readonly mailer: Mailer;
  readonly idempotencyRecords: IdempotencyRecords;
  /** Asked in order; the first answer wins. */
  readonly responders: readonly Responder[];
  /** For exchanges outside any sandbox. */
  readonly clock: SandboxClock;
  readonly findSandbox: FindSandbox;
  /** What is assumed in a sandbox, or outside of any. */
  readonly assumedIn: (sandbox: Sandbox | undefined) => Assumed;
  readonly variants: Variants;
  readonly after: After;
  readonly random: Random;
  readonly limits: Limits;
  /** Prefix of problem type URIs, without a trailing slash. */
  readonly problemBase: () => string;
  /** The URL at which somebody reads why an exchange ended as it did; undefined where there is none for it. */
  readonly explanationOf?: ((exchange: Settled) => string | undefined) | undefined;
  /** Which answers are validated against the description. */
  readonly checksAnswers: 'all' | 'some';
  /** Both undefined where no scenarios are played. */
  readonly scenarios: Pick<Scenarios, 'playsFor'> | undefined;
  readonly stepPlayer: StepPlayer | undefined;
  readonly journal: Pick<Journal, 'add'>;
  readonly observer: Observer;
}
