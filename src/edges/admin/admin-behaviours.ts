import type { Readiness } from '../../control/readiness.ts';
import type { ControlServices } from '../../control/control-services.ts';
import type { ListOperations } from '../../control/read-model/operation-list.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import type { Clock } from '../../kernel/clock.ts';
import { controlAssumptions } from './assumptions/control-assumptions.ts';
import { showBackup } from './backup/show-backup.ts';
import { manageCapsules } from './capsule/manage-capsules.ts';
import { controlClock } from './clock/control-clock.ts';
import { defineBehaviours, toBehaviours } from './behaviour/control-behaviour.ts';
import { controlShow } from './director/control-show.ts';
import { controlStoryboards } from './director/control-storyboards.ts';
import { showCoverage } from './journal/show-coverage.ts';
import { showFindings } from './journal/show-findings.ts';
import { showJournal } from './journal/show-journal.ts';
import { streamJournal } from './journal/stream-journal.ts';
import { showMail } from './mail/show-mail.ts';
import { moveBehaviours } from './moves/show-moves.ts';
import { clientBehaviours } from './organization/manage-clients.ts';
import { organizationBehaviours } from './organization/control-organization.ts';
import { showLeaveBehind } from './leave-behind/show-leave-behind.ts';
import { managePersonas } from './personas/manage-personas.ts';
import { showBuyers } from './read-model/show-buyers.ts';
import { showJobs } from './read-model/show-jobs.ts';
import { showOperations } from './read-model/show-operations.ts';
import { showOrders } from './read-model/show-orders.ts';
import { searchSandbox } from './read-model/search-sandbox.ts';
import { showRecords } from './records/show-records.ts';
import { replicaBehaviours } from './replicas/manage-replicas.ts';
import { sandboxBehaviours } from './sandboxes/manage-sandboxes.ts';
import { showQuotas } from './sandboxes/show-quotas.ts';
import { eventBehaviours } from './scenarios/control-events.ts';
import { runSimulators } from './scenarios/run-simulators.ts';
import { controlScenarios } from './scenarios/control-scenarios.ts';
import { editScenarios } from './scenarios/edit-scenarios.ts';
import { ok } from './behaviour/usual-outcomes.ts';
import { showIndex } from './show-index.ts';
import { controlSigningKeys } from './signing-keys/control-signing-keys.ts';
import { exchangeState } from './state/exchange-state.ts';
import { manageSnapshots } from './state/manage-snapshots.ts';
import { visitorLinkBehaviours } from './visitors/manage-visitor-links.ts';
import { checkSignatures } from './webhooks/check-signatures.ts';
import { listenToDeliveries } from './webhooks/listen-to-deliveries.ts';
import { manageReceivers } from './webhooks/manage-receivers.ts';
import { showDeliveries } from './webhooks/show-deliveries.ts';
import { showInboxes } from './webhooks/show-inboxes.ts';
import { controlWebhooks } from './webhooks/control-webhooks.ts';

export interface AdminParts {
  readonly version: string;
  /** Contract of the control API. */
  readonly adminContract: Contract;
  /** Base path of the API: `/v1`. */
  readonly basePath: string;
  /** Path of the console's page for visitor links. */
  readonly visitPath: string;
  readonly listOperations: ListOperations;
  readonly readiness: () => Promise<Readiness>;
  /** Wall-clock time source. */
  readonly clock: Clock;
  readonly services: ControlServices;
}

/** The control API over HTTP: each operation reads its parameters, calls one service and builds a response. */
export const createAdminBehaviours = (parts: AdminParts): Behaviours => {
  const { version, services } = parts;
  return toBehaviours({
    ...showIndex(parts),
    ...showHealth(parts),
    ...sandboxBehaviours(services.sandboxes, parts.basePath),
    ...showQuotas(services.quotasOf),
    ...visitorLinkBehaviours(services.visitorLinks, parts.visitPath),
    ...controlClock(services.time),
    ...controlAssumptions(services.switchboard),
    ...exchangeState(services.states),
    ...manageSnapshots(services.snapshots),
    ...managePersonas(services.personas),
    ...showLeaveBehind(services.makeLeaveBehind, services),
    ...manageCapsules(services.capsules),
    ...eventBehaviours(services.samples),
    ...showRecords,
    ...showBuyers,
    ...showJobs,
    ...showOperations(parts.listOperations),
    ...searchSandbox(services.requests.newestFirst),
    ...showOrders(parts.adminContract.basePath, services.requests.newestFirst),
    ...listenToDeliveries(services.listening),
    ...runSimulators,
    ...moveBehaviours(services.moves),
    ...controlStoryboards(services.storyboards, services.recordStoryboard),
    ...controlShow(services.director),
    ...controlScenarios(services.scripting),
    ...editScenarios(services.scripting),
    ...organizationBehaviours(services.organizations, services.clients),
    ...clientBehaviours(services),
    ...showJournal(services.requests, services.exports),
    ...streamJournal(services.followActivity),
    ...showCoverage({ watches: services.watches, clock: parts.clock, version }),
    ...showFindings(services.watches),
    ...showDeliveries(services.deliveries),
    ...controlWebhooks(services.endpoints),
    ...manageReceivers(services.receivers),
    ...checkSignatures(services.checkSignature),
    ...showInboxes(services.inboxes),
    ...showMail(services.mailbox),
    ...showBackup(services.takeBackup),
    ...replicaBehaviours(services.replicas),
    ...controlSigningKeys(services.signingKeys),
  });
};

const showHealth = ({ version, readiness }: AdminParts) =>
  defineBehaviours({
    getHealth: () => ok({ status: 'UP', version }),
    getReadiness: async () => {
      const status = await readiness();
      return status === 'READY' ? ok({ status }) : { status: 503, body: { status } };
    },
  });
