import type { ProblemCatalogue } from '../problems/catalogue.ts';
import type { Expression } from './expression.ts';
import type { ContractExtensions, OperationExtensions, ParameterExtensions } from './extensions.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { SchemaObject } from './walk-schema.ts';

/** A loaded description, read once into what the stages of a request need. */
export interface Contract extends ContractExtensions {
  readonly title: string;
  readonly version: string;
  /** The path of the first server URL, without a trailing slash: `/v1`, or empty. */
  readonly basePath: string;
  readonly operations: readonly Operation[];
  /** What is sent to whoever wants to hear of it, by type. */
  readonly events: ReadonlyMap<string, EventDescription>;
  /** All types that its refusals may have, with what they mean: the engine's, or those of the API that were handed in. */
  readonly problems: ProblemCatalogue;
  /** What cannot be served, by place. */
  readonly findings: readonly Diagnostic[];
  /** The whole document, `$ref`s within it kept: schemas are compiled from it by pointer. */
  readonly document: SchemaObject;
  readonly file: string;
  /** Written by others: its faults are met with patience, and its refusals are its own. */
  readonly isForeign: boolean;
  /** The patterns of a foreign description that JavaScript's own engine should not be trusted with. */
  readonly expressions?: ReadonlyMap<string, Expression>;
}

export interface EventDescription {
  /** Of the schema of the whole request that delivers it. */
  readonly pointer: string;
  /** Whole bodies. */
  readonly samples: readonly SchemaObject[];
}

export interface Operation extends OperationExtensions {
  /** The operationId, or method and path where the description gives none. */
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** The path template below the base path. */
  readonly path: string;
  readonly pointer: string;
  /** Why it cannot be served; absent in the ordinary case. */
  readonly unserved?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  /** In the order of the description. */
  readonly responses: readonly ResponseDescription[];
  /** Any one of these is enough; an empty list means that the operation is public. */
  readonly security: readonly SecurityRequirement[];
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

export interface Parameter extends ParameterExtensions {
  /** Headers in lower case. */
  readonly name: string;
  /** The name as the description spells it, for people. */
  readonly label: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** The schema's pointer; a parameter described by `content` is JSON text in one string. */
  readonly schema: SchemaPlace;
  readonly jsonEncoded: boolean;
}

export interface SchemaPlace {
  readonly pointer: string;
  /** The schema with `$ref`s at its top followed; what is deeper may still be a `$ref`. */
  readonly schema: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly contents: readonly MediaType[];
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
  /** The first example, if any. */
  readonly example: unknown;
}

export interface MediaType {
  /** In lower case, without parameters; may be a range such as `image/*`. */
  readonly mediaType: string;
  readonly schema: SchemaPlace | undefined;
  /** What generated bodies are drawn from where it is narrower than the schema (`x-fake-schema`). */
  readonly fakeSchema?: SchemaPlace;
  readonly examples: readonly NamedExample[];
  /** Of forms: how single members are written, by their name. */
  readonly encoding?: Readonly<Record<string, Encoding>>;
}

export interface Encoding {
  readonly style?: string;
  readonly explode?: boolean;
  readonly contentType?: string;
}

export interface NamedExample {
  readonly name: string;
  readonly value: unknown;
  /** Where the value stands. */
  readonly pointer?: string;
}

/** Scheme names of which all must be met. */
export type SecurityRequirement = readonly SecurityScheme[];

export type SecurityScheme =
  | { readonly kind: 'bearer'; readonly name: string }
  | { readonly kind: 'basic'; readonly name: string }
  | {
      readonly kind: 'api-key';
      readonly name: string;
      readonly in: 'query' | 'header' | 'cookie';
      readonly key: string;
    }
  | { readonly kind: 'other'; readonly name: string };
