import type { ControlServices } from '../../control/control-services.ts';
import type { SpendCalls } from '../../control/show/director.ts';
import { toStoryboard, type Storyboard } from '../../control/show/storyboard.ts';
import type { Controller } from './access/controller.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { refusingFaults, textOf } from './behaviour/uploaded-file.ts';

/** The show of a sandbox, and what can be played. */
export const directorOperations = ({ storyboards, director }: ControlServices) => {
  const { read, readText } = storyboards;
  return defineBehaviours({
    getShow: async ({ owner, query: { storyboard: name } }) => {
      const found = await director.storyboards(name);
      const toListed = async (one: Storyboard) => ({
        ...toSummary(one),
        ...(name === undefined ? {} : { text: await readText(one) }),
      });
      return { show: director.show(owner), storyboards: await Promise.all(found.map(toListed)) };
    },
    startShow: async ({ owner, sandbox, controller, origin, body, sent }) => {
      const readWhole = async () =>
        toStoryboard(await refusingFaults('storyboard', () => read(textOf(sent), sandbox.inTurn)));
      const isName = sent.kind === 'json' && typeof body === 'object' && !('chapters' in body);
      const wish = isName ? body : { storyboard: await readWhole() };
      return { show: await director.play(owner, wish, origin, charging(controller)) };
    },
    stopShow: ({ owner }) => director.stop(owner),
    moveShow: async ({ owner, controller, path: { action } }) => ({
      show: await director[action](owner, charging(controller)),
    }),
  });
};

const toSummary = ({ name, steps, file: { title, summary, minutes, chapters } }: Storyboard) => ({
  name,
  title,
  summary: summary ?? null,
  minutes: minutes ?? null,
  chapters: chapters.map((chapter) => chapter.title),
  steps: steps.length,
});

/** Calls of a show that are a part of what playing a step counts as. */
const CALLS_OF_STEP = 5;

/** Going to a step may make a thousand calls: those beyond the first few count for its caller. */
const charging = ({ charge }: Pick<Controller, 'charge'>): SpendCalls => {
  let free = CALLS_OF_STEP;
  return (calls) => {
    const counted = Math.max(0, calls - free);
    free = Math.max(0, free - calls);
    return counted > 0 ? charge(counted) : undefined;
  };
};
