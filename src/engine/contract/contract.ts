import { memoize, getOrInsert } from '../../kernel/caches.ts';
import type { ProblemCatalogue } from '../problems/problem.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { LoadedDocument } from './load-document.ts';
import type { SchemaObject } from './walk-schema.ts';

/** A loaded API description in the form that the pipeline stages need. */
export interface Contract extends Pick<LoadedDocument, 'document' | 'file' | 'source' | 'madeOf'> {
  readonly title: string;
  readonly version: string;
  /** The path of the first server URL, without a trailing slash: `/v1`, or empty. */
  readonly basePath: string;
  readonly operations: readonly Operation[];
  /** Events sent to subscribers, by type. */
  readonly events: ReadonlyMap<string, EventDescription>;
  /** All problem types with their texts: the engine's own, or those supplied for the API. */
  readonly problems: ProblemCatalogue;
  /** Parts that cannot be served, with their locations. */
  readonly findings: readonly Diagnostic[];
  /** The descriptions that the document was joined of; one, if it was not. */
  readonly described: NonNullable<LoadedDocument['described']>;
  /** A third-party description: its faults are tolerated, and it defines its own problems. */
  readonly isForeign: boolean;
  readonly rateLimits: {
    /** `x-rate-limit-tiers`: requests per minute by tier and category. */
    readonly tiers: ReadonlyMap<string, ReadonlyMap<string, number>>;
    /** `x-rate-limit-ceiling`: requests per minute by category, regardless of the tier. */
    readonly ceilings: ReadonlyMap<string, number>;
    /** `x-rate-limit-categories`: the category of requests that match no operation; the first match applies. */
    readonly rules: readonly {
      readonly category: string;
      /** The path prefix below the base path; undefined for all paths. */
      readonly path: string | undefined;
      /** Undefined for all methods. */
      readonly methods: readonly string[] | undefined;
    }[];
  };
  /** `x-problem-types`, each with a complete problem document, or undefined if the operations provide one. */
  readonly problemTypes: readonly { readonly name: string; readonly example: SchemaObject | undefined }[];
  /** `x-problem-base`: the prefix of the problem type URIs in its examples; undefined if it uses none of ours. */
  readonly problemBase: string | undefined;
}

export interface EventDescription {
  /** Pointer to the schema of the whole webhook request. */
  readonly pointer: string;
  readonly summary: string;
  /** Complete bodies, all of them objects. */
  readonly examples: readonly NamedExample[];
  /** Sent with it, beside those of any delivery. */
  readonly headers: readonly HeaderDescription[];
  /** Whether its data is the whole body, as an API describes it; absent if the data is a member of our envelope. */
  readonly isBare?: boolean;
  /** Whether it goes to addresses of callbacks alone. */
  readonly isCallback?: boolean;
}

export interface Operation {
  /** The operationId, or method and path if the description has none. */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** The path template below the base path. */
  readonly path: string;
  readonly pointer: string;
  /** Why it cannot be served; absent if it can. */
  readonly unserved?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: { readonly required: boolean; readonly contents: readonly MediaType[] } | undefined;
  /** In the order of the description. */
  readonly responses: readonly ResponseDescription[];
  /** Alternatives, each of schemes that must all be satisfied; an empty list means that the operation is public. */
  readonly security: readonly (readonly SecurityScheme[])[];
  /** Requests to addresses that its caller gives. */
  readonly callbacks?: readonly {
    /** Of the event that is sent. */
    readonly type: string;
    /** The address, with runtime expressions in braces: `{$request.body#/callbackUrl}`. */
    readonly expression: string;
  }[];
  /** `x-emits`: the types of events that its success causes; undefined if the description does not say. */
  readonly emits: readonly string[] | undefined;
  /** `x-required-capability`: capabilities that an organization needs to call it. */
  readonly requiredCapabilities: readonly {
    readonly capability: string;
    /** The schema of the bodies that require it; undefined if all calls do. */
    readonly when: SchemaObject | undefined;
    /** Required only for some resources: checked by the behaviour that loads the resource. */
    readonly dependsOnResource: boolean;
  }[];
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

/** Whether an operation has a parameter of this name, in lower case for a header. */
export const takes = ({ parameters }: Operation, place: ParameterPlace, name: string): boolean =>
  parameters.some((parameter) => parameter.in === place && parameter.name === name);

/** The path of a template, with the values of its parameters. */
export const fillPath = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));

/** Whether a response is described with a header of this name, in lower case. */
export const hasHeader = ({ headers }: ResponseDescription, wanted: string): boolean =>
  headers.some(({ name }) => name === wanted);

export type ParameterPlace = 'path' | 'query' | 'querystring' | 'header' | 'cookie';

export interface Parameter {
  /** Headers in lower case. */
  readonly name: string;
  /** The name as the description spells it, for display. */
  readonly label: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly schema: SchemaPlace;
  /** Of a parameter that is described by `content`; it has no style. */
  readonly mediaType?: string | undefined;
  /** Whether it may be sent without a value, which counts as not sent. */
  readonly allowEmptyValue?: boolean;
  /** How the whole query string is written, if this parameter is all of it. */
  readonly content?: MediaType | undefined;
  /** `x-authorized-partner`: the value is the id of a partner that the caller must be authorized for. */
  readonly namesPartner: boolean;
  /** `x-violation-problem`: the problem type for invalid values, if it differs from the common one. */
  readonly violationProblem: string | undefined;
}

export interface SchemaPlace {
  readonly pointer: string;
  /** The schema with top-level `$ref`s resolved; nested ones remain. */
  readonly schema: unknown;
}

export interface ResponseDescription {
  /** `201`, `4XX`, `default`. */
  readonly status: string;
  readonly headers: readonly HeaderDescription[];
  readonly contents: readonly MediaType[];
}

export interface HeaderDescription {
  /** In lower case. */
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaPlace | undefined;
  /** `x-fake` of its schema: what its value is made by. */
  readonly generator: string | undefined;
  /** The first example, if any. */
  readonly example: unknown;
  /** Its style is always `simple`. */
  readonly explode: boolean;
  /** How its value is written, if it is described by `content`. */
  readonly mediaType: string | undefined;
}

export interface MediaType {
  /** In lower case, without parameters; may be a range such as `image/*`. */
  readonly mediaType: string;
  readonly schema: SchemaPlace | undefined;
  /** The schema of generated bodies if narrower than `schema` (`x-fake-schema`). */
  readonly fakeSchema?: SchemaPlace;
  readonly examples: readonly NamedExample[];
  /** Whether it is a sequence of items with a schema of their own (`itemSchema` of 3.2). */
  readonly hasItems?: boolean;
  /** Of all but concrete JSON types: what is sent as such; absent if the description says nothing. */
  readonly kind?: 'structured' | 'text' | 'binary' | undefined;
  /** For forms: the serialization of individual members, by name. */
  readonly encoding?: Readonly<
    Record<string, Readonly<Record<'style' | 'contentType', string | undefined>> & { explode: boolean | undefined }>
  >;
}

export interface NamedExample {
  readonly name: string;
  readonly value: unknown;
  /** What is sent, if the description has it in full (`serializedValue` of 3.2). */
  readonly serialized?: string | undefined;
  /** Pointer to the value. */
  readonly pointer?: string;
}

export type SecurityScheme =
  | {
      readonly kind: 'api-key';
      readonly name: string;
      readonly in: 'query' | 'header' | 'cookie';
      readonly key: string;
    }
  | { readonly kind: 'bearer' | 'basic' | 'other'; readonly name: string };

/** An operation without extensions. */
export const NO_EXTENSIONS = {
  emits: undefined,
  requiredCapabilities: [],
  rateLimitCategory: undefined,
  location: undefined,
  defaultResponse: undefined,
  isForOperators: false,
  showsSecrets: false,
  countsAs: undefined,
  takesLargeBody: false,
  maxBodyBytes: undefined,
} as const satisfies Partial<Operation>;

/** A cache: called several times per response. */
const responsesOf = memoize((_: Operation) => new Map<number, ResponseDescription | undefined>());

/** The described response for a status: its code, else its range (`4XX`), else `default`. */
export const findResponse = (operation: Operation, status: number): ResponseDescription | undefined =>
  getOrInsert<number, ResponseDescription | undefined>(responsesOf(operation), status, () => {
    const names = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
    return names.map((name) => operation.responses.find((each) => each.status === name)).find(Boolean);
  });
