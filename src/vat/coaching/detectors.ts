import type { Detector } from '../../engine/coaching/detector.ts';
import { GENERAL_DETECTORS } from '../../engine/coaching/detectors/general-detectors.ts';
import { eagerPolling } from './eager-polling.ts';
import { continuesWithoutDpa } from './continues-without-dpa.ts';
import { unlikelyVin } from './unlikely-vin.ts';
import { vatLeftOff } from './vat-left-off.ts';
import { viesAskedAgain } from './vies-asked-again.ts';

/** Sentences of this API's description that support general rules, by rule. */
const QUOTES: Readonly<Record<string, string>> = {
  'unknown-query-parameter': 'a `vin` query parameter was added to `GET /orders`',
};

const quoting = (detector: Detector): Detector => {
  const { rule } = detector;
  return { ...detector, rule: { ...rule, quote: QUOTES[rule.id] ?? rule.quote } };
};

/** All detectors for clients of this API. */
export const DETECTORS: readonly Detector[] = [
  ...GENERAL_DETECTORS.map(quoting),
  eagerPolling,
  viesAskedAgain,
  continuesWithoutDpa,
  vatLeftOff,
  unlikelyVin,
];
