import { type MakeReplyParts, createMakeReply } from './make-reply.ts';
import { type MeanwhileParts, createPlayMeanwhile } from './play-meanwhile.ts';
import type { Scenarios } from './scenarios.ts';
import { type Delays, type StepPlayer, createStepPlayer } from './step-player.ts';

/** What an engine is told of scenarios. */
export interface ScenarioOptions {
  readonly scenarios: Scenarios;
  readonly delays: Delays;
}

/** Undefined where no scenarios are played. */
export const toStepPlayer = (
  options: ScenarioOptions | undefined,
  parts: MakeReplyParts & MeanwhileParts,
): StepPlayer | undefined =>
  options === undefined
    ? undefined
    : createStepPlayer({
        ...options,
        makeReply: createMakeReply(parts),
        playMeanwhile: createPlayMeanwhile(parts),
      });
