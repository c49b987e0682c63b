/** The public API of the package, for tests, scripts and other programs. */
export { createMock } from './composition/create-mock.ts';
export type * from './composition/mock.ts';
export { ExpectationError } from './composition/mock-scenarios.ts';
export type { MockApp } from './edges/http/mountable-app.ts';
export type {
  CoverageReport,
  Exchange as ShownSummary,
  ExpectationReport,
  ExpectationVerdict,
  Finding,
  InboxMessage as ShownMessage,
  JourneyStep,
  NextCall as ShownCall,
  SandboxCreate as NewSandboxOptions,
  OrderGoal as GoalWish,
  OrderJourney as Journey,
  OrderMoves as NextMoves,
  ScenarioReport,
  ScenarioStatus,
  SignatureCheck as ShownSignatureCheck,
  SignatureRequest,
  SimulatorRun as Simulated,
  WholeExchange as ShownExchange,
} from './generated/control-schemas.ts';
export type { Breach, ExchangeSummary, Notice } from './engine/ports/ports.ts';
export type { OrganizationChanges } from './control/organization/change-organization.ts';
export type { Target } from './vat/simulators/simulators.ts';
export { ScenarioError } from './edges/files/scenario-files.ts';
export type { RequestCriteria as Criteria } from './generated/control-schemas.ts';
export { defineScenario } from './vat/scenarios/define-scenario.ts';
export { defineBehaviours } from './engine/resources/own-behaviours.ts';
export * as sdk from './engine/sdk.ts';
export type { JobContext, OwnBehaviours as Behaviours } from './engine/resources/own-behaviours.ts';
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
export { FileError } from './kernel/user-errors.ts';
export type { components, operations, paths, webhooks } from './generated/api-types.ts';
