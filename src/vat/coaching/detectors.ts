import type { Detector } from '../../engine/coaching/detector.ts';
import { GENERAL_DETECTORS } from '../../engine/coaching/general-detectors.ts';
import { eagerPolling } from './eager-polling.ts';
import { unlikelyVin } from './unlikely-vin.ts';

/** Everything that the clients of this API are watched for. */
export const DETECTORS: readonly Detector[] = [...GENERAL_DETECTORS, eagerPolling, unlikelyVin];
