import type { Clock } from '../../kernel/clock.ts';
import { jsonContent } from '../../kernel/http.ts';
import type { After } from '../../engine/ports.ts';
import type { Mailbox } from '../../engine/mail/mailbox.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import type { SampleMaker } from '../../engine/scenarios/emit-sample.ts';
import { emitEvent } from './emit-events.ts';
import { type StateParts, exchangeState } from './exchange-state.ts';
import { type ListenParts, listenToDeliveries } from './listen-to-deliveries.ts';
import { type ManagementParts, manageSandboxes } from './manage-sandboxes.ts';
import type { Capsules } from './make-capsule.ts';
import { manageCapsules } from './manage-capsules.ts';
import { manageSnapshots } from './manage-snapshots.ts';
import { rotateClientSecret } from './rotate-client-secret.ts';
import type { SandboxTime } from './sandbox-time.ts';
import { runSimulators } from './run-simulators.ts';
import type { Snapshots } from './snapshots.ts';
import type { DeliveryQueries } from '../../engine/webhooks/delivery-queries.ts';
import type { OwnInboxes } from '../inbox/own-inboxes.ts';
import { showCoverage } from './show-coverage.ts';
import { showDeliveries } from './show-deliveries.ts';
import { showEvents } from './show-events.ts';
import { showFindings } from './show-findings.ts';
import { showInboxes } from './show-inboxes.ts';
import { showJournal } from './show-journal.ts';
import { showMail } from './show-mail.ts';
import { steerClock } from './steer-clock.ts';
import { type WebhookControl, steerWebhooks } from './steer-webhooks.ts';
import { streamJournal } from './stream-journal.ts';
import type { ClientWatch } from './watch-clients.ts';
import { type ScenarioControl, steerScenarios } from './steer-scenarios.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';

/** What the control API reads from the server around it, and what it steers. */
export interface AdminParts
  extends Omit<ManagementParts, 'sandboxes' | 'clients'>, Omit<StateParts, 'sandboxes' | 'time'> {
  readonly version: string;
  readonly isDraining: () => boolean;
  readonly clients: ClientDirectory;
  readonly sandboxes: ManagementParts['sandboxes'] & StateParts['sandboxes'];
  readonly time: SandboxTime;
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
  getHealth: () => ({ status: 200, headers: {}, content: jsonContent({ status: 'UP', version: parts.version }) }),
  getReadiness: () =>
    parts.isDraining()
      ? { status: 503, headers: {}, content: jsonContent({ status: 'DRAINING' }) }
      : { status: 200, headers: {}, content: jsonContent({ status: 'READY' }) },
  ...manageSandboxes(parts),
  ...steerClock(parts.time),
  ...exchangeState(parts),
  ...manageSnapshots(parts.snapshots, parts.time),
  ...manageCapsules(parts.capsules),
  listEvents: showEvents,
  emitEvent: emitEvent(parts.samples),
  ...listenToDeliveries(parts.listening),
  ...runSimulators,
  ...steerScenarios(parts.scripting),
  rotateClientSecret: rotateClientSecret(parts.clients, parts.created),
  ...showJournal({ ...parts.clientWatch, version: parts.version }),
  streamJournal: streamJournal({ ...parts.clientWatch, after: parts.after }),
  showCoverage: showCoverage({ ...parts.clientWatch, clock: parts.clock, version: parts.version }),
  showFindings: showFindings(parts.clientWatch.watches),
  ...showDeliveries(parts.deliveryQueries),
  ...steerWebhooks(parts.webhookControl),
  ...showInboxes(parts.inboxes),
  listMail: showMail(parts.mailbox),
});
