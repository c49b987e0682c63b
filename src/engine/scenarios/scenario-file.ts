import type { DeliveryRule } from '../../generated/control-schemas.ts';
import type { Conditions } from '../matching/condition-file.ts';
import type { Json } from '../../kernel/json.ts';
import type { Expectation } from './expectations/expectation-file.ts';

/**
 * A scenario as written in its file: the shape that `scenarios/scenario.schema.json` describes, where each member is
 * documented. Data only; it contains no executable code.
 */
export interface ScenarioFile {
  readonly scenario: string;
  readonly teaches?: string;
  readonly client?: string;
  readonly once?: true;
  readonly seed?: string | number;
  readonly clock?: string;
  readonly organization?: OrganizationFile;
  readonly given?: readonly (Given | GivenSwitches)[];
  readonly steps?: readonly StepFile[];
  readonly timeline?: readonly TimelineEntry[];
  readonly deliveries?: readonly DeliveryRule[];
  readonly expect?: readonly Expectation[];
}

export type Members = Readonly<Record<string, Json>>;

export interface Given {
  readonly fixture: string;
  readonly with?: Members;
}

/** Switches of the sandbox: alternatives by the ids of their assumptions. */
export interface GivenSwitches {
  readonly assume: Readonly<Record<string, string>>;
}

export interface StepFile {
  readonly title?: string;
  /** An operationId, or `*`. */
  readonly on: string;
  readonly at?: 'received';
  readonly when?: Conditions;
  readonly inState?: string;
  readonly moveTo?: string;
  readonly times?: number;
  readonly nth?: number;
  readonly count?: 'requests' | 'attempts';
  readonly meanwhile?: Meanwhile;
  readonly reply?: 'pass' | ReplyFile;
  readonly delay?: string | DelayFile;
  readonly fault?: FaultName | { readonly slowBody: { readonly pieces?: number; readonly over: string } };
}

/** The four faults of WireMock, and two of our own. */
export type FaultName =
  | 'CONNECTION_RESET_BY_PEER'
  | 'EMPTY_RESPONSE'
  | 'MALFORMED_RESPONSE_CHUNK'
  | 'RANDOM_DATA_THEN_CLOSE'
  | 'slow-body'
  | 'commit-then-reset';

/** Changes to the organization; omitted members stay as they are. APIs add members. */
export interface OrganizationFile {
  readonly rateLimitTier?: string;
  readonly capabilities?: Readonly<Record<string, boolean>>;
}

/** A concurrent action just before the request: a call that is really executed, or a change of the organization. */
export interface Meanwhile {
  readonly call?: string;
  readonly organization?: OrganizationFile;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

export interface ReplyFile {
  readonly problem?: string | ProblemFile;
  readonly status?: number;
  readonly body?: Json;
  readonly fake?: true;
  readonly example?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly mediaType?: string;
  readonly offContract?: true;
}

export interface ProblemFile {
  readonly type?: string;
  readonly status?: number;
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string; readonly rejectedValue?: Json }[];
  readonly currentResource?: Members;
  readonly members?: Members;
}

export interface DelayFile {
  readonly fixed?: string;
  readonly uniform?: { readonly lower: string; readonly upper: string };
  readonly lognormal?: { readonly median: string; readonly sigma: number; readonly atMost?: string };
}

export interface TimelineEntry {
  readonly at: string;
  readonly from?: string;
  readonly emit?: string;
  readonly data?: Members;
  readonly simulate?: string;
  readonly organization?: OrganizationFile;
  readonly target?: Readonly<Record<string, string>>;
  readonly moveTo?: string;
}

/** The initial state of every run, as named by WireMock. */
export const STARTED = 'Started';
