import type { Clock } from '../../kernel/clock.ts';
import { jsonContent } from '../../kernel/http.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import type { Register } from '../../engine/assumptions/register.ts';
import type { After } from '../../engine/ports/ports.ts';
import type { Mailbox } from '../../engine/mail/mailbox.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import type { SampleMaker } from '../../engine/scenarios/emit-sample.ts';
import { emitEvent } from './scenarios/emit-events.ts';
import { type StateParts, exchangeState } from './state/exchange-state.ts';
import { type ListenParts, listenToDeliveries } from './webhooks/listen-to-deliveries.ts';
import { type ManagementParts, manageSandboxes } from './sandboxes/manage-sandboxes.ts';
import type { Capsules } from '../../control/capsule/make-capsule.ts';
import { manageCapsules } from './capsule/manage-capsules.ts';
import { manageSnapshots } from './state/manage-snapshots.ts';
import { manageClients } from './organization/manage-clients.ts';
import type { OrganizationClients } from '../../control/organization/organization-clients.ts';
import { steerOrganization } from './organization/steer-organization.ts';
import { type RotationParts, rotateClientSecret } from './sandboxes/rotate-client-secret.ts';
import type { SandboxTime } from '../../control/clock/sandbox-time.ts';
import { runSimulators } from './scenarios/run-simulators.ts';
import type { Snapshots } from '../../control/state/snapshots.ts';
import type { DeliveryQueries } from '../../engine/webhooks/delivery-queries.ts';
import type { OwnInboxes } from '../../control/inbox/own-inboxes.ts';
import { showCoverage } from './journal/show-coverage.ts';
import { showDeliveries } from './webhooks/show-deliveries.ts';
import { showEvents } from './scenarios/show-events.ts';
import { showRecords } from './records/show-records.ts';
import { showIndex } from './show-index.ts';
import { showFindings } from './journal/show-findings.ts';
import { showInboxes } from './webhooks/show-inboxes.ts';
import { showJournal } from './journal/show-journal.ts';
import { showMail } from './mail/show-mail.ts';
import { type AssumptionParts, steerAssumptions } from './assumptions/steer-assumptions.ts';
import { steerClock } from './clock/steer-clock.ts';
import { type WebhookControl, steerWebhooks } from './webhooks/steer-webhooks.ts';
import { streamJournal } from './journal/stream-journal.ts';
import type { ClientWatch } from '../../control/observation/watch-clients.ts';
import { type ScenarioControl, steerScenarios } from './scenarios/steer-scenarios.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';

/** What the control API reads from the server around it, and what it steers. */
export interface AdminParts
  extends Omit<ManagementParts, 'sandboxes' | 'clients'>, Omit<StateParts, 'sandboxes' | 'time'> {
  readonly version: string;
  /** The control API's own. */
  readonly adminContract: Contract;
  readonly isDraining: () => boolean;
  readonly clients: ClientDirectory;
  readonly organizationClients: OrganizationClients;
  /** Whether the tier of an organization stays below that of its beginning. */
  readonly capsTiers: boolean;
  readonly sandboxes: ManagementParts['sandboxes'] &
    StateParts['sandboxes'] &
    AssumptionParts['sandboxes'] &
    RotationParts['sandboxes'];
  readonly time: SandboxTime;
  readonly register: Register;
  readonly clientWatch: ClientWatch;
  /** The wall's. */
  readonly clock: Clock;
  readonly after: After;
  readonly mailbox: Mailbox;
  readonly snapshots: Snapshots;
  readonly capsules: Capsules;
  readonly scripting: ScenarioControl;
  readonly samples: SampleMaker;
  readonly listening: ListenParts;
  readonly deliveryQueries: DeliveryQueries;
  readonly webhookControl: WebhookControl;
  readonly inboxes: OwnInboxes;
}

export const createAdminBehaviours = (parts: AdminParts): Behaviours => ({
  getIndex: showIndex(parts),
  getHealth: () => ({ status: 200, headers: {}, content: jsonContent({ status: 'UP', version: parts.version }) }),
  getReadiness: () =>
    parts.isDraining()
      ? { status: 503, headers: {}, content: jsonContent({ status: 'DRAINING' }) }
      : { status: 200, headers: {}, content: jsonContent({ status: 'READY' }) },
  ...manageSandboxes(parts),
  ...steerClock(parts.time),
  ...steerAssumptions(parts),
  ...exchangeState(parts),
  ...manageSnapshots(parts.snapshots, parts.time),
  ...manageCapsules(parts.capsules),
  listEvents: showEvents,
  emitEvent: emitEvent(parts.samples),
  ...showRecords,
  ...listenToDeliveries(parts.listening),
  ...runSimulators,
  ...steerScenarios(parts.scripting),
  ...steerOrganization(parts),
  ...manageClients(parts.organizationClients),
  rotateClientSecret: rotateClientSecret({
    clients: parts.clients,
    own: parts.organizationClients,
    sandboxes: parts.sandboxes,
  }),
  ...showJournal({ ...parts.clientWatch, version: parts.version, register: parts.register }),
  streamJournal: streamJournal({ ...parts.clientWatch, after: parts.after }),
  showCoverage: showCoverage({ ...parts.clientWatch, clock: parts.clock, version: parts.version }),
  showFindings: showFindings(parts.clientWatch.watches),
  ...showDeliveries(parts.deliveryQueries),
  ...steerWebhooks(parts.webhookControl),
  ...showInboxes(parts.inboxes),
  listMail: showMail(parts.mailbox),
});
