import type { SchemaObject } from './walk-schema.ts';

/** What a description says in extensions at its top. */
export interface ContractExtensions {
  readonly rateLimits: RateLimits;
  /** `x-problem-types` */
  readonly problemTypes: readonly DescribedProblemType[];
  /** `x-problem-base`: the beginning of the problem type URIs in its examples; undefined where it has none of ours. */
  readonly problemBase: string | undefined;
}

export interface RateLimits {
  /** `x-rate-limit-tiers`: requests per minute by tier and category. */
  readonly tiers: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** `x-rate-limit-ceiling`: requests per minute by category, whatever the tier. */
  readonly ceilings: ReadonlyMap<string, number>;
  /** `x-rate-limit-categories`: the category of requests that are no operation; the first that fits. */
  readonly rules: readonly CategoryRule[];
}

export interface CategoryRule {
  readonly category: string;
  /** The path below the base path that it covers, with everything below it; undefined for every path. */
  readonly path: string | undefined;
  /** Undefined for every method. */
  readonly methods: readonly string[] | undefined;
}

export interface DescribedProblemType {
  readonly name: string;
  /** A whole problem document; undefined where operations show it. */
  readonly example: SchemaObject | undefined;
}

/** What an operation says in extensions. */
export interface OperationExtensions {
  /** `x-required-capability` */
  readonly requiredCapabilities: readonly RequiredCapability[];
  /** `x-rate-limit-category` */
  readonly rateLimitCategory: string | undefined;
  /** `x-location`: the template of `Location`, its names in braces. */
  readonly location: string | undefined;
  /** `x-default-response`: the status of the answer where nothing else is asked for. */
  readonly defaultResponse: string | undefined;
  /** `x-operator-only` */
  readonly isForOperators: boolean;
}

/** A capability that an organization needs to call an operation. */
export interface RequiredCapability {
  readonly capability: string;
  /** The schema of the bodies that need it; undefined if all calls do. */
  readonly when: SchemaObject | undefined;
  /** Only for some resources: the behaviour that finds the resource checks it. */
  readonly dependsOnResource: boolean;
}

export const NO_EXTENSIONS: OperationExtensions = {
  requiredCapabilities: [],
  rateLimitCategory: undefined,
  location: undefined,
  defaultResponse: undefined,
  isForOperators: false,
};

/** What a parameter says in extensions. */
export interface ParameterExtensions {
  /** `x-authorized-partner`: its value is the id of a partner that the caller must be authorized for. */
  readonly namesPartner: boolean;
  /** `x-violation-problem`: the problem type of a value that does not fit, if it is not that of every violation. */
  readonly violationProblem: string | undefined;
}
