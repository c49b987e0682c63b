import type { Detector } from '../detector.ts';
import type { GeneralRule } from '../finding.ts';
import { freshAnswerAskedAgain } from './fresh-answer-asked-again.ts';
import { patchWithoutIfMatch } from './patch-without-if-match.ts';
import { refusedAgain } from './refused-again.ts';
import { retryTooEarly } from './retry-too-early.ts';
import { retryWithNewKey } from './retry-with-new-key.ts';
import { tokenExpired } from './token-expired.ts';
import { tokenPerCall } from './token-per-call.ts';
import { unknownQueryParameter } from './unknown-query-parameter.ts';

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
