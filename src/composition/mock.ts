import type { Config } from '../config/config.ts';
import type { PlaceState } from '../edges/admin/state/place-state.ts';
import type { ShownMail } from '../edges/admin/mail/show-mail.ts';
import type { OrganizationWish } from '../edges/admin/organization/steer-organization.ts';
import type { Simulated } from '../edges/admin/scenarios/simulate.ts';
import type { Handle } from '../edges/http/front-door.ts';
import type { MockApp } from '../edges/http/mountable-app.ts';
import type { MockClock } from '../edges/programmatic/mock-clock.ts';
import type { MockDeliveries } from '../edges/programmatic/mock-deliveries.ts';
import type { MockInbox } from '../edges/programmatic/mock-inbox.ts';
import type { MockOrganization, MockSandbox, NewSandboxWish } from '../edges/programmatic/mock-sandboxes.ts';
import type { MockRequests } from '../edges/programmatic/mock-requests.ts';
import type { MockScenario } from '../edges/programmatic/mock-scenario.ts';
import type { Taker } from '../edges/webhooks/sender-chain.ts';
import type { CoverageReport } from '../engine/coaching/coverage-report.ts';
import type { Finding } from '../engine/coaching/finding.ts';
import type { Choices } from '../engine/assumptions/assumption.ts';
import type { Wishes } from '../engine/assumptions/register.ts';
import type { Contract } from '../engine/contract/contract.ts';
import type { LocatedFinding } from '../engine/contract/finding.ts';
import type { Observer } from '../engine/ports.ts';
import type { SandboxScenarios } from '../engine/scenarios/sandbox-scenarios.ts';
import type { ScenarioStatus } from '../engine/scenarios/scenario-status.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { Target } from '../vat/simulators/simulator.ts';
import type { ScenarioDefinition } from '../vat/scenarios/define-scenario.ts';

/** Settings of a mock; all have defaults. The port is 0: a free one is picked. */
export interface MockOptions extends Partial<Omit<Config, 'logLevel' | 'logFormat' | 'assume'>> {
  /** Alternatives to what we assume, by the ids of docs/assumptions.md: an object, or a text as on the command line. */
  readonly assume?: string | Choices | undefined;
  readonly clock?: Clock;
  /** What the operator of a server sends as Bearer token to the control API; 16 characters at least. */
  readonly adminToken?: string | undefined;
  /** Hears of every exchange, of unexpected errors, and of answers that do not fit the description. */
  readonly observer?: Partial<Observer>;
}

export interface Mock {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The API's root, with its version segment. */
  readonly baseUrl: string;
  /** Undefined for a foreign description, which has no token endpoint here. */
  readonly tokenUrl: string | undefined;
  /** What deliveries to the `webhookUrl` are signed with; undefined without one. */
  readonly webhookSecret: string | undefined;
  readonly contract: Contract;
  /** What of the description is not served, by file and line. */
  readonly findings: readonly LocatedFinding[];
  /** An access token, as the token endpoint would issue it; by default for the first client, which is the demo's. */
  readonly token: (clientId?: string) => Promise<string>;
  /** The stub as an Express application, to be mounted in one of yours or driven by supertest. */
  readonly app: MockApp;
  /** Answers a request without a socket. */
  readonly handle: (request: Request) => Promise<Response>;
  /** The clock of a sandbox: of the first organization's, which is the demo's, or of the one that is named. */
  readonly clock: MockClock;
  /**
   * Moves switches: what a sandbox assumes where the text of the API is silent. Null takes one back to where the server
   * was started with it. Answers what is assumed now instead of what we chose.
   */
  readonly assume: (wishes: Wishes, sandbox?: string) => Promise<Choices>;
  /** Alternatives to what we chose under which what came to a sandbox might have turned out otherwise, one by one. */
  readonly alternatives: (sandbox?: string) => readonly Choices[];
  /** Empties a sandbox back to its fixtures: the first organization's, or the one that is named. */
  readonly reset: (sandbox?: string) => Promise<void>;
  /** Keeps the state of a sandbox under a name, where no reset reaches it; one of the same name makes room. */
  readonly snapshot: (name: string, sandbox?: string) => Promise<void>;
  /** Puts a snapshot in the place of everything that its sandbox holds; journal and budgets begin anew. */
  readonly restore: (name: string, sandbox?: string) => Promise<void>;
  /** The scenarios of a sandbox: of the first organization's, or of the one that is named. */
  readonly scenarios: (sandbox?: string) => Promise<MockScenarios>;
  /** Activates a scenario, by its name or as `defineScenario` writes it, and answers what it expects of the client. */
  readonly scenario: (wanted: string | ScenarioDefinition, sandbox?: string) => Promise<MockScenario>;
  /**
   * Makes an organization with a sandbox of its own, clients and sellers: `POST /__admin/sandboxes` without HTTP. Its id is
   * what other members take as `sandbox`.
   */
  readonly createSandbox: (wish?: NewSandboxWish) => Promise<MockSandbox>;
  /** Changes an organization: agreement, partners, capabilities, tier. `GET /me` shows it; a reset takes it back. */
  readonly changeOrganization: (change: OrganizationWish, sandbox?: string) => Promise<MockOrganization>;
  /** Brings a business outcome about, and answers which events it caused: `POST /__admin/simulators/{name}/run`. */
  readonly simulate: (name: string, target?: Target, sandbox?: string) => Promise<Simulated>;
  /** E-mails that the real service would have sent, oldest first. */
  readonly mail: (sandbox?: string) => Promise<readonly ShownMail[]>;
  /** A receiver of webhooks that the stub has itself; any name will do. */
  readonly inbox: (name: string, sandbox?: string) => Promise<MockInbox>;
  /** What came to a sandbox: to the first organization's, or to the one that is named. */
  readonly requests: MockRequests;
  /** Webhooks on their way from a sandbox: from the first organization's, or from the one that is named. */
  readonly deliveries: MockDeliveries;
  /** What of the API the clients of a sandbox have met since its last reset, or since the start. */
  readonly coverage: (sandbox?: string, since?: 'reset' | 'start') => CoverageReport;
  /** What the clients of a sandbox do wrong against the description; the most recent first. */
  readonly clientFindings: (sandbox?: string) => readonly Finding[];
  /** Resolves when nothing is due in any sandbox and no webhook is on its way. */
  readonly idle: () => Promise<void>;
  /** Takes no new requests, lets those in progress finish. */
  readonly close: () => Promise<void>;
}

/** As the control API steers them. */
export interface MockScenarios extends SandboxScenarios {
  /** Checks a scenario written in YAML or JSON, and uploads it. */
  readonly add: (text: string) => Promise<ScenarioStatus>;
}

/** What is different on a server that only plays again what another one was asked. */
export interface Backstage {
  /** Draws the ids of exchanges. */
  readonly exchangeIds?: Random;
  /** What the other server's own addresses begin with. */
  readonly origin?: string;
  /** Takes deliveries, so that none goes out. */
  readonly taker?: Taker;
}

/** A mock with the way to its inside. */
export interface OpenedMock {
  readonly mock: Mock;
  readonly handle: Handle;
  readonly place: PlaceState;
}
