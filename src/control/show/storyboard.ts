import type { CalledApi } from '../calls/call.ts';
import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { type ScenarioSchema, createScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
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

/** The two descriptions that the calls of a storyboard are validated against. */
export type StoryboardWords = Readonly<Record<CalledApi, ScenarioSchema>>;

export const storyboardWords = (service: Contract, control: Contract): StoryboardWords => ({
  service: createScenarioSchema({ contract: service }),
  control: createScenarioSchema({ contract: control }),
});

/**
 * What a storyboard may do with a call of the control API: `action` changes one sandbox while its clock stays frozen;
 * `recorded` is an action that changes it from outside its API, and not by the clock, whose moves follow from the times of
 * later calls; `proof` only reads.
 */
export const roleOf = ({ document }: Contract, { pointer }: Operation): 'action' | 'recorded' | 'proof' | undefined =>
  (valueAt(document, pointer) as { readonly 'x-storyboard'?: 'action' | 'recorded' | 'proof' })['x-storyboard'];

/** What an action may call, or a proof, which only reads. */
export const operationsOf = (words: StoryboardWords, api: CalledApi, isProof: boolean): readonly string[] => {
  const { contract } = words[api];
  const isMeant = (operation: Operation): boolean => {
    if (api === 'service') return !isProof || operation.method === 'GET';
    const role = roleOf(contract, operation);
    return role !== undefined && (role === 'proof') === isProof;
  };
  return contract.operations.filter(isMeant).map(({ id }) => id);
};

/** The placeholders that need nothing saved. */
export const STORY_PLACEHOLDERS: readonly string[] = [
  ...['now', 'today'],
  ...['seller.uuid', 'seller.companyName', 'seller.vatNumber', 'seller.country'],
  ...['organization.uuid', 'organization.name', 'organization.country'],
];

/** Whether the path of a control call names the sandbox itself: a show plays in its own. */
export const namesSandbox = ({ id }: Pick<Operation, 'id'>): boolean => id === 'getSandbox' || id === 'changeSandbox';
