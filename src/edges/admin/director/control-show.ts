import type { Director } from '../../../control/show/director.ts';
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
    nextStep: async ({ owner }) => ok({ show: await director.next(owner) }),
    previousStep: async ({ owner }) => ok({ show: await director.back(owner) }),
    jumpToStep: async ({ owner, body }) => ok({ show: await director.jump(owner, body) }),
    setPace: async ({ owner, body: { secondsPerStep } }) => ok({ show: await director.pace(owner, secondsPerStep) }),
  });
