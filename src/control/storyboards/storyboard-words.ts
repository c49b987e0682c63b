import type { Operation } from '../../engine/contract/contract.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import type { CalledApi } from './storyboard-file.ts';

/** What an action may call of the control API: all that changes one sandbox while its clock stays frozen. */
export const CONTROL_ACTIONS: ReadonlySet<string> = new Set([
  ...['advanceClock', 'goToStatus', 'runSimulator', 'emitEvent', 'changeSandbox', 'changeAssumptions'],
  ...['uploadScenario', 'deleteScenario', 'activateScenario', 'deactivateScenario', 'resetScenarios'],
  ...['programInbox', 'deleteInbox', 'updateReceiver'],
  ...['rotateWebhookSecret', 'replayDelivery'],
]);

/** What a proof may read of the control API. */
const CONTROL_READS: ReadonlySet<string> = new Set([
  ...['getClock', 'listAssumptions', 'listEvents', 'listPayments', 'listViesChecks', 'listInvitations'],
  ...['listOrders', 'showOrder', 'listBuyers', 'showBuyer', 'listSimulators', 'listJobs', 'listOrderMoves'],
  ...['getSandbox', 'listRequests', 'getScenario', 'getVerdict', 'showFindings', 'showCoverage'],
  ...['listDeliveries', 'getDelivery', 'listReceivers', 'listInboxes', 'getInbox', 'listMail'],
]);

/** The two descriptions that the calls of a storyboard are validated against. */
export type StoryboardWords = Readonly<Record<CalledApi, ScenarioSchema>>;

/** What an action may call, or a proof, which only reads. */
export const operationsOf = (words: StoryboardWords, api: CalledApi, isProof: boolean): readonly string[] => {
  if (api === 'control') return [...(isProof ? CONTROL_READS : CONTROL_ACTIONS)];
  const { operations } = words.service.contract;
  return operations.filter((operation) => !isProof || isRead(operation)).map(({ id }) => id);
};

/** Whether a path names the sandbox itself: a show plays in its own. */
export const namesSandbox = ({ path }: Pick<Operation, 'path'>): boolean => path.startsWith('/sandboxes/{id}');

const isRead = ({ method }: Pick<Operation, 'method'>): boolean => method === 'GET';

/** The placeholders that need nothing saved. */
export const STORY_PLACEHOLDERS: readonly string[] = [
  ...['now', 'today'],
  ...['seller.uuid', 'seller.companyName', 'seller.vatNumber', 'seller.country'],
  ...['organization.uuid', 'organization.name', 'organization.country'],
];
