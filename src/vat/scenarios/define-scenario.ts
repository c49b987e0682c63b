import type {
  TimelineEntry,
  Meanwhile,
  ProblemFile,
  ReplyFile,
  ScenarioFile,
  StepFile,
  Expectation,
} from '../../generated/scenario-file.ts';
import type { operations, webhooks } from '../../generated/api-types.ts';
import type { ProblemType } from '../policy/problem.ts';

export type OperationId = keyof operations;
export type EventType = keyof webhooks;

/**
 * A scenario in TypeScript: the same shape as a file, with the names of the API description as types. An unknown name
 * is a compile error.
 */
export interface ScenarioDefinition extends Omit<ScenarioFile, 'steps' | 'timeline' | 'expect'> {
  readonly steps?: readonly StepDefinition[];
  readonly timeline?: readonly TimelineEntryDefinition[];
  readonly expect?: readonly ExpectationDefinition[];
}

export interface StepDefinition extends Omit<StepFile, 'on' | 'meanwhile' | 'reply'> {
  readonly on: OperationId | '*';
  readonly meanwhile?: Omit<Meanwhile, 'call'> & {
    readonly call?: OperationId;
  };
  readonly reply?: 'pass' | ReplyDefinition;
}

export interface ReplyDefinition extends Omit<ReplyFile, 'problem'> {
  readonly problem?:
    | ProblemType
    | (Omit<ProblemFile, 'type'> & {
        readonly type?: ProblemType;
      });
}

export interface TimelineEntryDefinition extends Omit<TimelineEntry, 'emit'> {
  readonly emit?: EventType;
}

export type ExpectationDefinition = Omit<Expectation, 'request' | 'event'> &
  (
    | { readonly request: OperationId | '*'; readonly event?: never }
    | { readonly event: EventType; readonly request?: never }
  );

/**
 * Adds types to a scenario and returns it unchanged. The scenario is validated when you use it: `mock.scenario` rejects
 * an invalid one with a `ScenarioError` that names each fault.
 *
 * @example
 * const unavailable = defineScenario({
 *   scenario: 'unavailable-once',
 *   steps: [{ on: 'createOrder', times: 1, reply: { problem: 'unavailable' } }],
 * });
 * const scenario = await mock.scenario(unavailable);
 * // ... let your client create an order ...
 * await scenario.verify();
 */
export const defineScenario = (definition: ScenarioDefinition): ScenarioDefinition => definition;

/** What scenarios may name of this API, as in `{{seller.uuid}}`. */
export const SCENARIO_TEMPLATES = {
  /** The partner in the path. */
  'seller.uuid': ({ partner }: { readonly partner?: string | undefined }) => partner ?? null,
};
