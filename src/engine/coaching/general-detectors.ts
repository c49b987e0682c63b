import type { Detector } from './detector.ts';
import { freshAnswerAskedAgain } from './detectors/fresh-answer-asked-again.ts';
import { patchWithoutIfMatch } from './detectors/patch-without-if-match.ts';
import { refusedAgain } from './detectors/refused-again.ts';
import { retryTooEarly } from './detectors/retry-too-early.ts';
import { retryWithNewKey } from './detectors/retry-with-new-key.ts';
import { tokenExpired } from './detectors/token-expired.ts';
import { tokenPerCall } from './detectors/token-per-call.ts';
import { unknownQueryParameter } from './detectors/unknown-query-parameter.ts';

/** What can be seen in any API with the gates of this engine. */
export const GENERAL_DETECTORS: readonly Detector[] = [
  tokenPerCall,
  tokenExpired,
  retryWithNewKey,
  retryTooEarly,
  refusedAgain,
  patchWithoutIfMatch,
  freshAnswerAskedAgain,
  unknownQueryParameter,
];
