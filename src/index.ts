/** The public API of the package, for tests, scripts and other programs. */
export { createMock } from './composition/create-mock.ts';
export type {
  Breach,
  CoverageReport,
  ExchangeSummary,
  Finding,
  Mock,
  MockApp,
  MockClock,
  MockDeliveries,
  MockOptions,
  MockOrders,
  MockRequests,
  MockScenario,
  MockScenarios,
  Notice,
} from './composition/create-mock.ts';
export type { OrganizationChanges } from './control/organization/change-organization.ts';
export type { SimulatorRun as Simulated } from './generated/control-schemas.ts';
export type {
  InboxMessage as ShownMessage,
  JourneyStep,
  NextCall as ShownCall,
  OrderGoal as GoalWish,
  OrderJourney as Journey,
  OrderMoves as NextMoves,
  SignatureCheck as ShownSignatureCheck,
  SignatureRequest,
} from './generated/control-schemas.ts';
export type { ShownMail } from './composition/mock.ts';
export type { NewSandboxOptions } from './control/sandboxes/managed-sandboxes.ts';
export type { Target } from './vat/simulators/simulators.ts';
export { ExpectationError, type WaitOptions } from './edges/programmatic/mock-scenarios.ts';
export type { NextCallEffect } from './edges/programmatic/mock-scenarios.ts';
export { ScenarioError } from './edges/files/scenario-files.ts';
export type { Criteria } from './engine/journal/criteria.ts';
export type { Exchange as ShownSummary, WholeExchange as ShownExchange } from './generated/control-schemas.ts';
export type { ExpectationReport, ScenarioReport, ExpectationVerdict } from './generated/control-schemas.ts';
export type { ScenarioStatus } from './generated/control-schemas.ts';
export { defineScenario } from './vat/scenarios/define-scenario.ts';
export { defineBehaviours } from './engine/resources/own-behaviours.ts';
export type { OwnBehaviours as Behaviours } from './engine/resources/own-behaviours.ts';
export type {
  EventType,
  ExpectationDefinition,
  TimelineEntryDefinition as HappeningDefinition,
  OperationId,
  ReplyDefinition,
  ScenarioDefinition,
  StepDefinition,
} from './vat/scenarios/define-scenario.ts';
export { ContractError } from './engine/contract/diagnostic.ts';
export { ConfigError } from './config/config.ts';
export { FileError } from './kernel/file-error.ts';
export type { components, operations, paths, webhooks } from './generated/api-types.ts';
export type { MockInbox, MockOrganization, MockSandbox, RequestFilter } from './composition/mock.ts';
