import type { ControlServices } from '../../control/control-services.ts';
import type { SpendCalls } from '../../control/show/director.ts';
import { nameOfAction } from '../../control/show/show.ts';
import { toStoryboard, type Storyboard } from '../../control/storyboards/storyboard.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Controller } from './access/controller.ts';
import { defineBehaviours } from './behaviour/control-behaviour.ts';
import { refusingFaults, textOf, validityOf } from './behaviour/uploaded-file.ts';

/** The storyboards of a sandbox, what an editor of them needs, and the show that plays one of them. */
export const directorOperations = ({ storyboards, recordStoryboard, director }: ControlServices) => {
  const { list, need, put, remove, read, readText, toText } = storyboards;
  const toShown = async (storyboard: Storyboard) => ({
    ...toSummary(storyboard),
    clock: toIsoDateTime(Date.parse(storyboard.file.clock)),
    text: await readText(storyboard),
    outline: storyboard.file.chapters.map((chapter) => ({
      title: chapter.title,
      steps: chapter.steps.map(({ title, sentence, look, notes, actions, proof = [] }) => ({
        title,
        sentence,
        look: look ?? null,
        notes: notes ?? null,
        actions: actions.map(nameOfAction),
        proof: proof.map((one) => one.title),
      })),
    })),
  });
  return defineBehaviours({
    listStoryboards: async ({ owner: { sandbox } }) => ({ data: (await list(sandbox)).map(toSummary) }),
    uploadStoryboard: async ({ owner, sandbox, sent }) => {
      const file = await refusingFaults('storyboard', () => read(textOf(sent), sandbox.inTurn));
      return toShown(await put(owner.sandbox, file));
    },
    getStoryboard: async ({ owner: { sandbox }, path: { name } }) => toShown(await need(sandbox, name)),
    deleteStoryboard: ({ owner: { sandbox }, path: { name } }) => remove(sandbox, name),
    validateStoryboard: ({ sandbox, sent }) =>
      validityOf(
        () => read(textOf(sent), sandbox.inTurn),
        ({ storyboard }) => storyboard,
      ),
    recordStoryboard: async ({ owner, sandbox, body: { upload, ...wish } }) => {
      const recorded = await recordStoryboard(owner, sandbox, wish);
      const text = await toText(recorded.file);
      // Read as an upload is: what is recorded is as valid and as small as one written by hand.
      const file = await refusingFaults('storyboard', () => read(text, sandbox.inTurn));
      if (upload === true) await put(owner.sandbox, file);
      const { steps } = toStoryboard(file, 'uploaded');
      return { name: wish.name, text, steps: steps.length, remarks: [...recorded.remarks] };
    },

    getShow: ({ owner }) => ({ show: director.show(owner) }),
    startShow: async ({ owner, controller, origin, body }) => ({
      show: await director.play(owner, body, origin, charging(controller)),
    }),
    stopShow: ({ owner }) => director.stop(owner),
    nextStep: async ({ owner, controller }) => ({ show: await director.next(owner, charging(controller)) }),
    previousStep: async ({ owner, controller }) => ({ show: await director.back(owner, charging(controller)) }),
  });
};

const toSummary = ({ name, origin, steps, file: { title, summary, minutes, chapters } }: Storyboard) => ({
  name,
  title,
  summary: summary ?? null,
  minutes: minutes ?? null,
  origin,
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
