import type { Watches } from '../engine/coaching/watches.ts';
import type { Mailbox } from '../engine/mail/mailbox.ts';
import type { SampleMaker } from '../engine/scenarios/emit-sample.ts';
import type { DeliveryQueries } from '../engine/webhooks/delivery-queries.ts';
import type { FollowActivity } from './activity/follow-activity.ts';
import type { Switchboard } from './assumptions/switchboard.ts';
import type { TakeBackup } from './backups.ts';
import type { Capsules } from './capsule/make-capsule.ts';
import type { SandboxTime } from './clock/sandbox-time.ts';
import type { SandboxInboxes } from './inbox/sandbox-inboxes.ts';
import type { Listening } from './listeners/listening.ts';
import type { OrderMoves } from './moves/order-moves.ts';
import type { RecordedRequests } from './observation/recorded-requests.ts';
import type { OrganizationControl } from './organization/change-organization.ts';
import type { ManagedClients } from './organization/managed-clients.ts';
import type { RotateClientSecret } from './organization/rotate-client-secret.ts';
import type { ManagedSandboxes } from './sandboxes/managed-sandboxes.ts';
import type { ScenarioControl } from './scenarios/scenario-control.ts';
import type { Snapshots } from './state/snapshots.ts';
import type { StateExchange } from './state/state-exchange.ts';
import type { CheckDeliverySignature } from './webhooks/check-delivery-signature.ts';
import type { EndpointSteering } from './webhooks/control-endpoints.ts';

/** Services that control and inspect the server, used by the control API over HTTP and by the programmatic API. */
export interface ControlServices {
  readonly time: SandboxTime;
  readonly sandboxes: ManagedSandboxes;
  readonly switchboard: Switchboard;
  readonly states: StateExchange;
  readonly snapshots: Snapshots;
  readonly capsules: Capsules;
  readonly organizations: OrganizationControl;
  readonly clients: ManagedClients;
  readonly rotateClientSecret: RotateClientSecret;
  readonly requests: RecordedRequests;
  readonly followActivity: FollowActivity;
  readonly watches: Watches;
  readonly mailbox: Mailbox;
  readonly samples: SampleMaker;
  readonly scripting: ScenarioControl;
  readonly listening: Listening;
  readonly deliveries: DeliveryQueries;
  readonly endpoints: EndpointSteering;
  readonly checkSignature: CheckDeliverySignature;
  readonly inboxes: SandboxInboxes;
  readonly moves: OrderMoves;
  readonly takeBackup: TakeBackup;
}
