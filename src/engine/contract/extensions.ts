import type { SchemaObject } from './walk-schema.ts';

/** Top-level extensions of a description. */
export interface ContractExtensions {
  readonly rateLimits: RateLimits;
  /** `x-problem-types` */
  readonly problemTypes: readonly DescribedProblemType[];
  /** `x-problem-base`: the prefix of the problem type URIs in its examples; undefined if it uses none of ours. */
  readonly problemBase: string | undefined;
}

export interface RateLimits {
  /** `x-rate-limit-tiers`: requests per minute by tier and category. */
  readonly tiers: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** `x-rate-limit-ceiling`: requests per minute by category, regardless of the tier. */
  readonly ceilings: ReadonlyMap<string, number>;
  /** `x-rate-limit-categories`: the category of requests that match no operation; the first match applies. */
  readonly rules: readonly CategoryRule[];
}

export interface CategoryRule {
  readonly category: string;
  /** The path prefix below the base path; undefined for all paths. */
  readonly path: string | undefined;
  /** Undefined for all methods. */
  readonly methods: readonly string[] | undefined;
}

export interface DescribedProblemType {
  readonly name: string;
  /** A complete problem document; undefined if the operations provide one. */
  readonly example: SchemaObject | undefined;
}

/** Extensions of an operation. */
export interface OperationExtensions {
  /** `x-required-capability` */
  readonly requiredCapabilities: readonly RequiredCapability[];
  /** `x-rate-limit-category` */
  readonly rateLimitCategory: string | undefined;
  /** `x-location`: the template of `Location`, with names in braces. */
  readonly location: string | undefined;
  /** `x-default-response`: the status of the default response. */
  readonly defaultResponse: string | undefined;
  /** `x-operator-only` */
  readonly isForOperators: boolean;
  /** `x-shows-secrets`: its response contains secrets. */
  readonly showsSecrets: boolean;
  /** `x-counts-as`: as how many calls one of it counts; undefined for one. */
  readonly countsAs: number | undefined;
  /** `x-large-body`: a document of many megabytes. The behaviour gets its bytes, and parses and validates them in slices. */
  readonly takesLargeBody: boolean;
  /** `x-max-body-bytes`: a lower maximum than the server's; uploads are not affected. */
  readonly maxBodyBytes: number | undefined;
}

/** A capability that an organization needs to call an operation. */
export interface RequiredCapability {
  readonly capability: string;
  /** The schema of the bodies that require it; undefined if all calls do. */
  readonly when: SchemaObject | undefined;
  /** Required only for some resources: checked by the behaviour that loads the resource. */
  readonly dependsOnResource: boolean;
}

export const NO_EXTENSIONS: OperationExtensions = {
  requiredCapabilities: [],
  rateLimitCategory: undefined,
  location: undefined,
  defaultResponse: undefined,
  isForOperators: false,
  showsSecrets: false,
  countsAs: undefined,
  takesLargeBody: false,
  maxBodyBytes: undefined,
};

/** Extensions of a parameter. */
export interface ParameterExtensions {
  /** `x-authorized-partner`: the value is the id of a partner that the caller must be authorized for. */
  readonly namesPartner: boolean;
  /** `x-violation-problem`: the problem type for invalid values, if it differs from the common one. */
  readonly violationProblem: string | undefined;
}
