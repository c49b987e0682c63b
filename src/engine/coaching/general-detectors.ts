import type { Detector, GeneralRule } from './detector.ts';
import { freshAnswerAskedAgain, patchWithoutIfMatch, unknownQueryParameter } from './requests.ts';
import { refusedAgain, retryTooEarly, retryWithNewKey } from './retries.ts';
import { tokenExpired, tokenPerCall } from './tokens.ts';

/** Rules that apply to any API with this engine's checks. */
export const GENERAL_DETECTORS: readonly Detector<GeneralRule>[] = [
  tokenPerCall,
  tokenExpired,
  retryWithNewKey,
  retryTooEarly,
  refusedAgain,
  patchWithoutIfMatch,
  freshAnswerAskedAgain,
  unknownQueryParameter,
];
