import type { UndetectableMistake } from '../engine/coaching/detector.ts';
import type { RecordKinds } from './read-model/records.ts';
import type { Mailboxes } from './mail/mailboxes.ts';
import type { SlicedWork } from '../engine/sandbox/sliced-work.ts';
import type { Watches } from '../engine/coaching/watches.ts';
import type { DeliveryQueries } from '../engine/webhooks/queries.ts';
import type { SampleMaker } from '../engine/scenarios/sample-event.ts';
import type { FollowActivity } from './activity/follow-activity.ts';
import type { createSwitchboard } from './assumptions/switchboard.ts';
import type { createBackups } from './backups.ts';
import type { createRecordings } from './recordings/recordings.ts';
import type { SandboxTime } from './clock/sandbox-time.ts';
import type { OwnInboxes } from './inbox/own-inboxes.ts';
import type { createListeners } from './listeners/listeners.ts';
import type { OrderMoves } from './moves/order-moves.ts';
import type { createRecordedRequests } from '../engine/journal/recorded-requests.ts';
import type { createOrganizationControl } from './organization/change-organization.ts';
import type { createAccessTokens, openOrganizationClients } from './organization/clients.ts';
import type { ManagedSandboxes } from './sandboxes/managed-sandboxes.ts';
import type { createReplicas } from './replicas/replicas.ts';
import type { createSandboxQuotas } from './sandboxes/sandbox-quotas.ts';
import type { NextCallRequest, ScenarioSchema } from '../generated/control-schemas.ts';
import type { ScenarioFile } from '../generated/scenario-file.ts';
import type { StoryboardFile } from '../generated/storyboard-file.ts';
import type { Scenario } from '../engine/scenarios/scenario.ts';
import type { Scenarios } from '../engine/scenarios/scenarios.ts';
import type { InTurn } from '../kernel/turns.ts';
import type { Snapshots } from './state/snapshots.ts';
import type { Director } from './show/director.ts';
import type { createSigningKeyControl } from './signing-keys.ts';
import type { States } from './state/states.ts';
import type { Storyboard, StoryboardWords } from './show/storyboard.ts';
import type { VisitorLinks } from './visitors/visitor-links.ts';
import type { createSignatureCheck } from './webhooks/check-delivery-signature.ts';
import type { createReceivers } from './webhooks/receivers.ts';

/** Services that control and inspect the server, used by the control API over HTTP and by the programmatic API. */
export interface ControlServices {
  readonly time: SandboxTime;
  readonly sandboxes: ManagedSandboxes;
  readonly quotasOf: ReturnType<typeof createSandboxQuotas>;
  readonly visitorLinks: VisitorLinks;
  readonly switchboard: ReturnType<typeof createSwitchboard>;
  readonly states: States;
  readonly snapshots: Snapshots;
  readonly recordings: ReturnType<typeof createRecordings>;
  readonly organizations: ReturnType<typeof createOrganizationControl>;
  readonly clients: Awaited<ReturnType<typeof openOrganizationClients>>;
  readonly issueAccessToken: ReturnType<typeof createAccessTokens>;
  readonly requests: ReturnType<typeof createRecordedRequests>;
  readonly exports: Pick<SlicedWork, 'hold'>;
  readonly followActivity: FollowActivity;
  readonly watches: Watches;
  readonly recordKinds: RecordKinds;
  readonly undetectable: readonly UndetectableMistake[];
  readonly mailbox: Mailboxes;
  readonly samples: SampleMaker;
  /** The scenarios of each sandbox, and the parser for uploaded ones. */
  readonly scripting: {
    readonly scenarios: Pick<Scenarios, 'of'>;
    /** Parses and validates an uploaded scenario; throws a `FileError` that locates each fault. */
    readonly read: (text: string, inTurn?: InTurn) => Promise<ScenarioFile>;
    /** The scenario of a next call; throws 422 for what its operation cannot do. */
    readonly toNextCall: (wish: NextCallRequest) => Promise<ScenarioFile>;
    /** The text of a scenario, as YAML. */
    readonly readText: (scenario: Scenario) => Promise<string>;
    /** The JSON Schema of scenario files. */
    readonly schema: () => object;
    readonly words: () => Promise<ScenarioSchema['words']>;
  };
  readonly listeners: ReturnType<typeof createListeners>;
  readonly deliveries: DeliveryQueries;
  readonly receivers: ReturnType<typeof createReceivers>;
  readonly checkSignature: ReturnType<typeof createSignatureCheck>;
  readonly inboxes: OwnInboxes;
  readonly moves: OrderMoves;
  readonly storyboards: {
    /** Parses and validates one that was sent; throws a `FileError` that locates each fault. */
    readonly read: (text: string, inTurn?: InTurn) => Promise<StoryboardFile>;
    /** The text of a storyboard, as YAML. */
    readonly readText: (storyboard: Storyboard) => Promise<string>;
    /** The JSON Schema of storyboard files. */
    readonly schema: () => object;
    readonly words: () => Promise<StoryboardWords>;
  };
  readonly director: Director;
  readonly takeBackup: ReturnType<typeof createBackups>;
  readonly replicas: ReturnType<typeof createReplicas>;
  readonly signingKeys: ReturnType<typeof createSigningKeyControl>;
}
