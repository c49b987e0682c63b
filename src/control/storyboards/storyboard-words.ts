import type { Operation } from '../../engine/contract/contract.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import { CONTROL_ACTIONS, CONTROL_READS } from './control-operations.ts';
import type { CalledApi } from './storyboard-file.ts';

/** The two descriptions that the calls of a storyboard are validated against. */
export type StoryboardWords = Readonly<Record<CalledApi, ScenarioSchema>>;

/** What an action may call, or a proof, which only reads. */
export const operationsOf = (words: StoryboardWords, api: CalledApi, isProof: boolean): readonly string[] => {
  if (api === 'control') return [...(isProof ? CONTROL_READS : CONTROL_ACTIONS)];
  const { operations } = words.service.contract;
  return operations.filter((operation) => !isProof || isRead(operation)).map(({ id }) => id);
};

const isRead = ({ method }: Pick<Operation, 'method'>): boolean => method === 'GET';

/** The placeholders that need nothing saved. */
export const STORY_PLACEHOLDERS: readonly string[] = [
  ...['now', 'today'],
  ...['seller.uuid', 'seller.companyName', 'seller.vatNumber', 'seller.country'],
  ...['organization.uuid', 'organization.name', 'organization.country'],
];
