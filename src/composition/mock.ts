import type { Config } from '../config/config.ts';
import type { OrganizationChanges } from '../control/organization/change-organization.ts';
import type { MockApp } from '../edges/http/mountable-app.ts';
import type {
  ClockChange,
  SimulatorRun,
  CoverageReport,
  Delivery,
  Exchange,
  Finding,
  InboxAnswer,
  InboxMessage,
  MailList,
  NewSandbox,
  NextCallRequest,
  OrderGoal,
  OrderJourney,
  OrderMoves,
  ScenarioReport,
  ScenarioStatus,
  SignatureCheck,
  SandboxCreate,
  SignatureRequest,
  RequestCriteria as Criteria,
  WholeExchange,
} from '../generated/control-schemas.ts';
import type { ClockStep } from '../control/clock/sandbox-time.ts';
import type { SandboxScenarios } from '../engine/scenarios/sandbox-scenarios.ts';
import type { DeliveryCriteria } from '../engine/webhooks/queries.ts';
import type { Organization } from '../identity/organization.ts';
import type { Choices, RequestedChoices } from '../engine/assumptions/register.ts';
import type { Contract } from '../engine/contract/contract.ts';
import type { LocatedDiagnostic } from '../engine/contract/diagnostic.ts';
import type { Observer } from '../engine/ports/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Target } from '../vat/simulators/simulators.ts';
import type { OperationId, ScenarioDefinition } from '../vat/scenarios/define-scenario.ts';

export type ShownMail = MailList['data'][number];

/** Settings of a mock; all have defaults. The default port is 0, which picks a free port. */
export interface MockOptions extends Partial<
  Omit<Config, 'logLevel' | 'logFormat' | 'assume' | 'behaviours' | 'spec'>
> {
  /**
   * Alternatives to the default assumptions, by the ids of docs/assumptions.md: an object, or a string as on the
   * command line.
   */
  readonly assume?: string | Choices | undefined;
  /** Descriptions to serve in place of the bundled one: files, folders or URLs. */
  readonly spec?: string | readonly string[] | undefined;
  /** Your own behaviours: the name of their module, or what `defineBehaviours` returns. */
  readonly behaviours?: string | object | undefined;
  readonly clock?: Clock;
  /** The operator's Bearer token for the control API; at least 16 characters. */
  readonly adminToken?: string | undefined;
  /** Encrypts the data folder (`data`): 32 random bytes in base64 or hexadecimal. */
  readonly encryptionKey?: string | undefined;
  /**
   * Variables of the environment by which traces are exported: `process.env`, if it has `OTEL_EXPORTER_OTLP_ENDPOINT`. Not read by
   * itself, since a program may have set it for its own traces.
   */
  readonly openTelemetry?: Readonly<Record<string, string | undefined>> | undefined;
  /** URL of another service, to which requests are passed on: what does not fit the description is reported as a breach. */
  readonly upstream?: string | undefined;
  /** Receives every exchange, unexpected errors, and responses that violate the API description. */
  readonly observer?: Partial<Observer>;
}

export interface Mock {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The root URL of the API, including its version segment. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** Where Prometheus reads metrics; undefined without `metricsPort`. */
  readonly metricsUrl: string | undefined;
  /** Signing secret of deliveries to the `webhookUrl`; undefined without one. */
  readonly webhookSecret: string | undefined;
  readonly contract: Contract;
  /** Diagnostics of the description, by file and line, and whether the affected part is served nevertheless. */
  readonly findings: readonly LocatedDiagnostic[];
  /** Returns an access token, as the token endpoint issues it; by default for the first client, the demo client. */
  readonly token: (clientId?: string) => Promise<string>;
  /** The stub as an Express application: mount it in your own application, or pass it to supertest. */
  readonly app: MockApp;
  /** Handles a request without a socket. */
  readonly handle: (request: Request) => Promise<Response>;
  /** The clock of the named sandbox; by default, of the first organization (Demo). */
  readonly clock: MockClock;
  /**
   * Sets switches: the assumptions of a sandbox where the API description is silent. Null returns a switch to the
   * server's default. Returns all switches that differ from the default assumptions.
   */
  readonly assume: (wishes: RequestedChoices, sandbox?: string) => Promise<Choices>;
  /** Alternatives that could have changed the result of the requests to a sandbox, one per entry. */
  readonly alternatives: (sandbox?: string) => readonly Choices[];
  /** Resets the named sandbox to its fixtures; by default, that of the first organization. */
  readonly reset: (sandbox?: string) => Promise<void>;
  /** Saves the state of a sandbox under a name and replaces a snapshot of the same name. Resets keep snapshots. */
  readonly snapshot: (name: string, sandbox?: string) => Promise<void>;
  /** Replaces the contents of the sandbox with a snapshot; clears the journal and the rate budgets. */
  readonly restore: (name: string, sandbox?: string) => Promise<void>;
  /** The scenarios of the named sandbox; by default, of the first organization. */
  readonly scenarios: (sandbox?: string) => Promise<MockScenarios>;
  /**
   * Activates a scenario, by name or from `defineScenario`, and returns it with its expectations of the client. Rejects
   * with a `ScenarioError` for an invalid definition, and for an unknown name.
   *
   * @example
   * const scenario = await mock.scenario('lost-answer');
   * // ... run your client ...
   * await scenario.verify();
   */
  readonly scenario: (wanted: string | ScenarioDefinition, sandbox?: string) => Promise<MockScenario>;
  /**
   * Decides the next call of an operation, or of any (`*`): status, fault, delay. Returns the scenario that does it; it
   * ends with its last use. Rejects for what the operation cannot do.
   *
   * @example await mock.nextCall('createOrder', { status: 409 });
   */
  readonly nextCall: (operation: OperationId | '*', effect: NextCallEffect, sandbox?: string) => Promise<MockScenario>;
  /**
   * Creates an organization with its own sandbox, clients and sellers, like `POST /__admin/sandboxes`. Pass its id to
   * other members as `sandbox`.
   */
  readonly createSandbox: (wish?: SandboxCreate) => Promise<MockSandbox>;
  /**
   * Changes an organization: agreement, partners, capabilities, tier. `GET /me` shows the change; a reset reverts it.
   */
  readonly changeOrganization: (change: OrganizationChanges, sandbox?: string) => Promise<MockOrganization>;
  /**
   * Triggers a business outcome and returns the events it caused, like `POST /__admin/simulators/{name}/run`. Rejects
   * for an unknown simulator or target.
   *
   * @example await mock.simulate('kyc_rejected', { buyerUuid });
   */
  readonly simulate: (name: string, target?: Target, sandbox?: string) => Promise<SimulatorRun>;
  /** What orders of the named sandbox can do next; by default, of the first organization's. */
  readonly orders: MockOrders;
  /** E-mails that the real service would have sent; oldest first. */
  readonly mail: (sandbox?: string) => Promise<readonly ShownMail[]>;
  /** A webhook receiver inside the stub; any name works. */
  readonly inbox: (name: string, sandbox?: string) => Promise<MockInbox>;
  /** Requests to the named sandbox; by default, to that of the first organization. */
  readonly requests: MockRequests;
  /** Webhook deliveries of the named sandbox; by default, of the first organization. */
  readonly deliveries: MockDeliveries;
  /** API coverage: what the clients of a sandbox have used since its last reset, or since the start. */
  readonly coverage: (sandbox?: string, since?: 'reset' | 'start') => CoverageReport;
  /** Client mistakes against the API description; most recent first. */
  readonly clientFindings: (sandbox?: string) => readonly Finding[];
  /** Resolves when no job is due in any sandbox and no delivery is in progress. */
  readonly idle: () => Promise<void>;
  /**
   * Stops accepting requests, waits for those in progress and releases the port. The mock cannot be used afterwards.
   */
  readonly close: () => Promise<void>;
}

/** The clock of a sandbox: the clock calls of the control API, without HTTP. */
export interface MockClock {
  readonly now: (sandbox?: string) => Promise<Date>;
  /**
   * Moves the clock by an ISO 8601 duration, or to an RFC 3339 time, and runs everything due. Rejects for a time in the
   * past, and for more than ten years at once.
   *
   * @example await mock.clock.advance({ by: 'PT72H' });
   */
  readonly advance: (step: ClockStep, sandbox?: string) => Promise<ClockChange>;
  /** Freezes the clock now, or at a future RFC 3339 time. */
  readonly freeze: (at?: string, sandbox?: string) => Promise<ClockChange>;
  /** Resumes the clock from its current time. */
  readonly resume: (sandbox?: string) => Promise<ClockChange>;
}

/** An active scenario. */
export interface MockScenario {
  readonly name: string;
  readonly status: () => Promise<ScenarioStatus>;
  /** The expectations, and their results since the activation. */
  readonly expectations: () => Promise<ScenarioReport>;
  /** Waits for the final verdict or the timeout. Never rejects because of the client's requests. */
  readonly settled: (timeout?: WaitOptions) => Promise<ScenarioReport>;
  /**
   * Rejects with an `ExpectationError` if an expectation is not met; with a timeout, waits for missing requests first.
   */
  readonly verify: (timeout?: Pick<WaitOptions, 'timeout'>) => Promise<ScenarioReport>;
  readonly deactivate: () => Promise<ScenarioStatus>;
}

export interface WaitOptions {
  /** An ISO 8601 duration in real time. Default: PT60S; for `verify`, no waiting. */
  readonly timeout?: string;
  /**
   * How long no request must arrive after all expectations are met: an ISO 8601 duration in real time. Default: PT1S.
   */
  readonly quiet?: string;
}

/** The scenario calls of the control API, without HTTP. */
export interface MockScenarios extends SandboxScenarios {
  /** Validates a scenario in YAML or JSON and uploads it. */
  readonly add: (text: string) => Promise<ScenarioStatus>;
}

/** What becomes of the next call: at least one of status, fault and delay. */
export type NextCallEffect = Omit<NextCallRequest, 'operation'>;

/** A new sandbox. */
export interface MockSandbox extends NewSandbox {
  /** Returns an access token of one of its clients; by default, of the first. */
  readonly token: (clientId?: string) => Promise<string>;
}

/** The current organization, without secrets. */
export type MockOrganization = Omit<Organization, 'clients'>;

/** What orders can do next, and bringing them to a status: the calls of the control API, without HTTP. */
export interface MockOrders {
  /** The moves that are legal for an order now: calls of a client, ready to be sent, simulators, and the next job. */
  readonly next: (orderUuid: string, sandbox?: string) => Promise<OrderMoves>;
  /**
   * Brings an order to a status, or to a verdict with a decision, by real calls of the API; where no call of a client
   * leads further, it advances the clock or runs a simulator. Rejects if no moves lead there, or if a step is refused.
   *
   * @example await mock.orders.goTo(order.uuid, { status: 'TRANSPORT_COMPLETED' });
   */
  readonly goTo: (orderUuid: string, goal: OrderGoal, sandbox?: string) => Promise<OrderJourney>;
}

/** A webhook receiver inside the stub: the inbox calls of the control API, without HTTP. */
export interface MockInbox {
  readonly name: string;
  /** The URL to register as a webhook endpoint. */
  readonly url: string;
  /** The messages received, oldest first, with headers, the exact body, and the result of the signature check. */
  readonly messages: () => readonly InboxMessage[];
  /** Sets the next responses; the last one repeats. */
  readonly answer: (...answers: readonly InboxAnswer[]) => void;
  /** Deletes the messages and returns to status 200. */
  readonly clear: () => void;
}

/** The journal of a sandbox: the journal calls of the control API, without HTTP. */
export interface MockRequests {
  /** Newest first. */
  readonly list: (criteria?: Criteria, sandbox?: string) => Promise<readonly Exchange[]>;
  /** Oldest first, with headers and bodies but without credentials. */
  readonly find: (criteria?: Criteria, sandbox?: string) => Promise<readonly WholeExchange[]>;
  readonly count: (criteria?: Criteria, sandbox?: string) => Promise<number>;
  /**
   * Resolves with the matching exchanges, oldest first; after the timeout, rejects with an error that lists the others.
   *
   * @example await mock.requests.await({ operation: 'createOrder', count: 2 });
   */
  readonly await: (wish: RequestFilter, sandbox?: string) => Promise<readonly WholeExchange[]>;
  /** Clears the journal. */
  readonly clear: (sandbox?: string) => void;
}

export interface RequestFilter extends Criteria {
  /** Default: 1. */
  readonly count?: number;
  /** An ISO 8601 duration in real time. Default: PT5S. */
  readonly timeout?: string;
}

/** The deliveries of a sandbox: the delivery calls of the control API, without HTTP. */
export interface MockDeliveries {
  /** Newest first, with all attempts. */
  readonly list: (criteria?: DeliveryCriteria, sandbox?: string) => Promise<readonly Delivery[]>;
  /**
   * Resolves with the matching deliveries, oldest first; after the timeout, rejects with an error that lists the
   * others.
   *
   * @example await mock.deliveries.await({ eventType: 'compliance.decision_made' });
   */
  readonly await: (
    wish: DeliveryCriteria & Pick<RequestFilter, 'count' | 'timeout'>,
    sandbox?: string,
  ) => Promise<readonly Delivery[]>;
  /**
   * Checks the signature of a delivery as a correct receiver does; `causes` says why it is not genuine.
   *
   * @example const { genuine, causes } = await mock.deliveries.verify({ headers, body, secret });
   */
  readonly verify: (delivery: SignatureRequest, sandbox?: string) => Promise<SignatureCheck>;
}
