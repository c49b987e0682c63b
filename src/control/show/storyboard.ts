import type { CalledApi } from '../calls/call.ts';
import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { type ScenarioSchema, createScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import type { ActionFile, StoryboardFile } from '../../generated/storyboard-file.ts';

export type Storyboard = ReturnType<typeof toStoryboard>;

export type StoryStep = Storyboard['steps'][number];

/** `path` is that of its file; undefined if it was sent to be played. */
export const toStoryboard = (file: StoryboardFile, path?: string) => ({
  name: file.storyboard,
  file,
  path,
  /** All steps, in order, with their places, counted from 1. */
  steps: file.chapters.flatMap((of, chapter) =>
    of.steps.map((step, index) => ({ chapter: chapter + 1, step: index + 1, of, file: step })),
  ),
});

export const seedOf = ({ file: { seed, storyboard } }: Storyboard): string => String(seed ?? storyboard);

/** Steps in all chapters together. */
export const MOST_STORY_STEPS = 60;

/** Bytes; a storyboard of sixty steps takes half of it. */
export const LARGEST_STORYBOARD = 128 * 1024;

/** Exactly one of `call` and `control`. */
export const calledBy = ({
  call,
  control = '',
}: Pick<ActionFile, 'call' | 'control'>): { readonly api: CalledApi; readonly id: string } =>
  call === undefined ? { api: 'control', id: control } : { api: 'service', id: call };

/** Calls that change a sandbox from outside its API, and are recorded. Moves of the clock follow from the times of later calls. */
export const STEERING: ReadonlySet<string> = new Set([
  ...['runSimulator', 'emitEvent', 'changeSandbox', 'changeAssumptions'],
  ...['uploadScenario', 'deleteScenario', 'activateScenario', 'deactivateScenario'],
  ...['programInbox', 'addReceiver', 'updateReceiver', 'deleteReceiver'],
  ...['rotateWebhookSecret', 'replayDelivery'],
]);

/** What an action may call of the control API: all that changes one sandbox while its clock stays frozen. */
export const CONTROL_ACTIONS: ReadonlySet<string> = new Set([
  ...STEERING,
  ...['advanceClock', 'goToStatus', 'deleteInbox'],
]);

/** What a proof may read of the control API. */
const CONTROL_READS: ReadonlySet<string> = new Set([
  ...['getClock', 'listAssumptions', 'listEvents', 'listRecords', 'showRecord', 'listSimulators', 'listOrderMoves'],
  ...['getSandbox', 'listRequests', 'getScenario', 'getVerdict', 'showFindings', 'showCoverage'],
  ...['listDeliveries', 'getDelivery', 'listReceivers', 'listInboxes', 'getInbox', 'listMail'],
]);

/** The two descriptions that the calls of a storyboard are validated against. */
export type StoryboardWords = Readonly<Record<CalledApi, ScenarioSchema>>;

export const storyboardWords = (service: Contract, control: Contract): StoryboardWords => ({
  service: createScenarioSchema({ contract: service }),
  control: createScenarioSchema({ contract: control }),
});

/** What an action may call, or a proof, which only reads. */
export const operationsOf = (words: StoryboardWords, api: CalledApi, isProof: boolean): readonly string[] => {
  if (api === 'control') return [...(isProof ? CONTROL_READS : CONTROL_ACTIONS)];
  const { operations } = words.service.contract;
  return operations.filter((operation) => !isProof || operation.method === 'GET').map(({ id }) => id);
};

/** The placeholders that need nothing saved. */
export const STORY_PLACEHOLDERS: readonly string[] = [
  ...['now', 'today'],
  ...['seller.uuid', 'seller.companyName', 'seller.vatNumber', 'seller.country'],
  ...['organization.uuid', 'organization.name', 'organization.country'],
];

/** Whether the path of a control call names the sandbox itself: a show plays in its own. */
export const namesSandbox = ({ id }: Pick<Operation, 'id'>): boolean => id === 'getSandbox' || id === 'changeSandbox';
