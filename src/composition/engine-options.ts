import { nextTurn } from '../edges/system/time.ts';
import { createContractFaker } from '../engine/faking/contract-faker.ts';
import type { FakeValue } from '../engine/faking/create-faker.ts';
import type { EngineOptions } from '../engine/checks/engine-parts.ts';
import { BREAKER, BURST, IDEMPOTENCY_WINDOW } from '../vat/policy/limits.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Maximum nesting depth of JSON. */
export const JSON_DEPTH = 32;

/**
 * Visitors of a hosted server do not know each other, but share its origin: what one of them scripted or stored must be
 * no page with rights in the browser of another.
 */
const OF_STRANGERS = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' };

/** Engine options shared by the API and the control API. */
export const engineOptions = ({
  config,
  clock,
  after,
  observer,
  telemetry,
  address,
  isHosted,
  isForeign,
  mailbox,
  policy,
}: RuntimeContext): Omit<EngineOptions, 'contract' | 'authenticator' | 'journal' | 'random'> => ({
  loadGenerators: policy.loadGenerators,
  clock,
  after,
  nextTurn,
  mailer: mailbox,
  seed: config.seed,
  limits: {
    bodyBytes: config.maxBodyBytes,
    uploadBytes: config.maxUploadBytes,
    largeBodyBytes: config.maxStateBytes,
    jsonDepth: JSON_DEPTH,
    jsonValues: config.maxJsonValues,
  },
  capabilityHint: policy.capabilityHint,
  // What the API says of its limits holds to the letter.
  breaker: isForeign ? { strikes: Infinity, pause: 0 } : BREAKER,
  idempotencyWindow: IDEMPOTENCY_WINDOW,
  burst: config.rateLimitBurst === 'on' && !isForeign ? BURST : undefined,
  problemBase: address.url,
  pageHeaders: isHosted ? OF_STRANGERS : undefined,
  checksAnswers: config.checkAnswers,
  observer,
  tracing: telemetry.tracing,
});

/** Generates the values of events. */
export const openFaker = ({ contract, policy: { loadGenerators }, clock }: RuntimeContext): FakeValue =>
  createContractFaker(contract, { loadGenerators, clock, nextTurn });
