import { type MakeReplyParts, createMakeReply } from './make-reply.ts';
import { type MeanwhileParts, createPlayMeanwhile } from './play-meanwhile.ts';
import type { FindHeaderFault } from './reply-headers.ts';
import type { Scenarios } from './scenarios.ts';
import type { OwnTemplates } from './template.ts';
import { type Delays, type StepPlayer, createStepPlayer } from './step-player.ts';

/** Scenario options of an engine. */
export interface ScenarioOptions {
  readonly scenarios: Scenarios;
  readonly delays: Delays;
  readonly findHeaderFault?: FindHeaderFault | undefined;
  readonly templates?: OwnTemplates | undefined;
}

/** Undefined if no scenarios are played. */
export const toStepPlayer = (
  options: ScenarioOptions | undefined,
  parts: MakeReplyParts & MeanwhileParts,
): StepPlayer | undefined =>
  options === undefined
    ? undefined
    : createStepPlayer({
        ...options,
        makeReply: createMakeReply({ ...parts, findHeaderFault: options.findHeaderFault }),
        playMeanwhile: createPlayMeanwhile(parts),
      });
