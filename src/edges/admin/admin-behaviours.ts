import type { Readiness } from '../../control/readiness.ts';
import type { ControlServices } from '../../control/control-services.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import type { Content } from '../../kernel/http.ts';
import { toBehaviours } from './behaviour/control-behaviour.ts';
import { clientOperations } from './clients.ts';
import { directorOperations } from './director.ts';
import { journalOperations } from './journal.ts';
import { readModelOperations } from './read-model.ts';
import { sandboxOperations } from './sandboxes.ts';
import { scenarioOperations } from './scenarios.ts';
import { serverOperations } from './server.ts';
import { stateOperations } from './state.ts';
import { webhookOperations } from './webhooks.ts';

/** The control API over HTTP: each operation reads its parameters, calls one service and builds a response. */
export const createAdminBehaviours = (parts: {
  readonly version: string;
  /** Contract of the control API. */
  readonly adminContract: Contract;
  /** Base path of the API: `/v1`. */
  readonly basePath: string;
  /** Path of the console's page for visitor links. */
  readonly visitPath: string;
  /** The description of the API. */
  readonly describe: () => Promise<Content>;
  readonly readiness: () => Promise<Readiness>;
  readonly services: ControlServices;
}): Behaviours => {
  const { services, adminContract, describe } = parts;
  return toBehaviours(
    {
      ...serverOperations(services, parts),
      ...sandboxOperations(services, parts),
      ...clientOperations(services),
      ...stateOperations(services),
      ...readModelOperations(services, { adminPath: adminContract.basePath, describe }),
      ...journalOperations(services),
      ...webhookOperations(services),
      ...scenarioOperations(services),
      ...directorOperations(services),
    },
    adminContract,
  );
};
