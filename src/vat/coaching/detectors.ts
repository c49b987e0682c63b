import type { Detector } from '../../engine/coaching/detector.ts';
import { GENERAL_DETECTORS } from '../../engine/coaching/detectors/general-detectors.ts';
import type { Rule } from '../../engine/coaching/finding.ts';
import { GENERAL_RECEIVER_RULES } from '../../engine/coaching/receiver-watch.ts';
import { eagerPolling } from './eager-polling.ts';
import { continuesWithoutDpa } from './continues-without-dpa.ts';
import { unlikelyVin } from './unlikely-vin.ts';
import { vatLeftOff } from './vat-left-off.ts';
import { viesAskedAgain } from './vies-asked-again.ts';
import { inOurWords } from './wording.ts';

/** All detectors for clients of this API. */
export const DETECTORS: readonly Detector[] = [
  ...GENERAL_DETECTORS.map(({ rule, start }) => ({ rule: inOurWords(rule), start })),
  eagerPolling,
  viesAskedAgain,
  continuesWithoutDpa,
  vatLeftOff,
  unlikelyVin,
];

/** All rules for receivers of this API's webhooks. */
export const RECEIVER_RULES: readonly Rule[] = GENERAL_RECEIVER_RULES.map(inOurWords);
