import type { Json } from '../../kernel/json.ts';
import type { MediaType, ParameterPlace } from '../contract/contract.ts';
import type { XmlPart } from './parse-xml.ts';

export type DecodedBody =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly content: MediaType;
      readonly bytes: Uint8Array;
      readonly text: string;
      readonly value: Json;
      readonly holdsBigInt: boolean;
    }
  | {
      readonly kind: 'form';
      readonly content: MediaType;
      readonly bytes: Uint8Array;
      readonly fields: Readonly<Record<string, readonly string[]>>;
      readonly files: readonly FilePart[];
      /** The whole of it, if it is percent-encoded (`application/x-www-form-urlencoded`). */
      readonly encoded?: string;
    }
  | {
      readonly kind: 'xml';
      readonly content: MediaType;
      readonly bytes: Uint8Array;
      readonly text: string;
      readonly root: XmlPart;
    }
  | { readonly kind: 'text'; readonly content: MediaType; readonly bytes: Uint8Array; readonly text: string }
  | { readonly kind: 'binary'; readonly content: MediaType; readonly bytes: Uint8Array };

export interface FilePart {
  readonly field: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface Input {
  /** Typed, coerced values by location and name. */
  readonly parameters: Readonly<Record<ParameterPlace, Readonly<Record<string, unknown>>>>;
  /** The parsed body; integers beyond 2^53 are BigInts. */
  readonly body: unknown;
}
