import { nextTurn } from '../edges/system/timers.ts';
import { createContractFaker } from '../engine/faking/contract-faker.ts';
import type { FakeValue } from '../engine/faking/create-faker.ts';
import type { EngineOptions } from '../engine/checks/engine-parts.ts';
import { CAPABILITY_HINT } from '../vat/policy/authorize.ts';
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
}: RuntimeContext): Omit<EngineOptions, 'contract' | 'authenticator' | 'journal' | 'random'> => ({
  loadGenerators: toLoadGenerators({ address, isForeign }),
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
  capabilityHint: CAPABILITY_HINT,
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

const toLoadGenerators =
  ({ address, isForeign }: Pick<RuntimeContext, 'address' | 'isForeign'>): EngineOptions['loadGenerators'] =>
  async () => {
    const { commonGenerators } = await import('../engine/faking/common-generators.ts');
    if (isForeign) return { generators: commonGenerators };
    const { vatGenerators } = await import('../vat/faking/generators.ts');
    const { vatRelationsAt } = await import('../vat/faking/relations.ts');
    return { generators: { ...commonGenerators, ...vatGenerators }, relations: vatRelationsAt(address.publicPath) };
  };

/** Generates the values of events. */
export const openFaker = (runtime: RuntimeContext): FakeValue =>
  createContractFaker(runtime.contract, { loadGenerators: toLoadGenerators(runtime), clock: runtime.clock, nextTurn });
