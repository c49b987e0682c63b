import type { Director, SpendCalls } from '../../../control/show/director.ts';
import type { Controller } from '../access/controller.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

/** Plays a storyboard in the sandbox of the caller. */
export const controlShow = (director: Director) =>
  defineBehaviours({
    getShow: ({ owner }) => ok({ show: director.show(owner) }),
    startShow: async ({ owner, origin, body }) => ok({ show: await director.start(owner, body.storyboard, origin) }),
    stopShow: async ({ owner }) => {
      await director.stop(owner);
      return NO_CONTENT;
    },
    nextStep: async ({ owner, controller }) => ok({ show: await director.next(owner, charging(controller)) }),
    previousStep: async ({ owner, controller }) => ok({ show: await director.back(owner, charging(controller)) }),
    jumpToStep: async ({ owner, controller, body }) =>
      ok({ show: await director.jump(owner, body, charging(controller)) }),
    setPace: async ({ owner, body: { secondsPerStep } }) => ok({ show: await director.pace(owner, secondsPerStep) }),
  });

/** Calls of a show that are a part of what playing a step counts as. */
const CALLS_OF_STEP = 5;

/** A jump may make a thousand calls: those beyond the first few count for its caller. */
const charging = ({ charge }: Pick<Controller, 'charge'>): SpendCalls => {
  let free = CALLS_OF_STEP;
  return (calls) => {
    const counted = Math.max(0, calls - free);
    free = Math.max(0, free - calls);
    return counted > 0 ? charge(counted) : undefined;
  };
};
