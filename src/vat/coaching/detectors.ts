import type { Detector } from '../../engine/coaching/detector.ts';
import { GENERAL_DETECTORS } from '../../engine/coaching/detectors/general-detectors.ts';
import { eagerPolling } from './eager-polling.ts';
import { goesOnWithoutDpa } from './goes-on-without-dpa.ts';
import { unlikelyVin } from './unlikely-vin.ts';
import { vatLeftOff } from './vat-left-off.ts';
import { viesAskedAgain } from './vies-asked-again.ts';

/** Everything that the clients of this API are watched for. */
export const DETECTORS: readonly Detector[] = [
  ...GENERAL_DETECTORS,
  eagerPolling,
  viesAskedAgain,
  goesOnWithoutDpa,
  vatLeftOff,
  unlikelyVin,
];
