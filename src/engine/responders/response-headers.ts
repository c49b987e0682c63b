import type { HeaderDescription, ResponseDescription } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { Routed } from '../exchange/exchange.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import { isAnyNumber } from '../../kernel/exact-number.ts';
import { isJsonMediaType } from '../../kernel/http.ts';

/** The response that headers are created for. */
interface Made {
  readonly body: unknown;
  readonly exchange: Routed;
  readonly seed: string;
}

type Value = string | undefined;

/**
 * A header depends either on the body alone, so that a response with a constant body has constant headers, or on the
 * request.
 */
type HeaderRule =
  | { readonly from: 'body'; readonly make: (body: unknown) => Value }
  | { readonly from: 'request'; readonly make: (made: Made) => Value | Promise<Value> };

export interface ResponseHeaders {
  /** The headers if they depend on the body alone, else undefined. */
  readonly fixed: (response: ResponseDescription, body: unknown) => Record<string, string> | undefined;
  readonly make: (
    response: ResponseDescription,
    made: Made,
  ) => Record<string, string> | Promise<Record<string, string>>;
}

const member = (body: unknown, name: string): Value => {
  const value: unknown = isSchemaObject(body) ? body[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** Precomputed entity tags of the first versions: most resources are young, and a shared string saves memory. */
const ETAGS = Array.from({ length: 100 }, (_, version) => `"${String(version)}"`);

const etagOf = (body: unknown): Value => {
  const version: unknown = isSchemaObject(body) ? body['version'] : undefined;
  if (typeof version === 'number') return ETAGS[version] ?? `"${String(version)}"`;
  return typeof version === 'string' ? `"${version}"` : undefined;
};

/** The `x-location` of the operation, with its templates filled from the body, then from the path of the request. */
const locationOf = ({ body, exchange }: Made, basePath: string): Value => {
  const { operation, request, pathParameters } = exchange;
  const template = operation.location;
  if (template === undefined) return undefined;
  const pieces = [request.origin, basePath];
  const parts = partsOf(template);
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? '';
    pieces.push(i % 2 === 0 ? part : (member(body, part) ?? pathParameters[part] ?? ''));
  }
  // Joined into one flat string: the value is stored with the response, and a concatenated string would keep its pieces
  // alive.
  return (template.startsWith('/') ? pieces : pieces.slice(2)).join('');
};

const templates = new Map<string, readonly string[]>();

/** Odd elements are the names between the braces. */
const partsOf = (template: string): readonly string[] => {
  let parts = templates.get(template);
  if (parts === undefined) templates.set(template, (parts = template.split(/[{}]/)));
  return parts;
};

/** From the generator that the header's schema asks for, else from its example, else generated if the header is required. */
const toHeaderRule = (header: HeaderDescription, fake: FakeValue, basePath: string): HeaderRule => {
  const { schema, generator, example, required } = header;
  const shown = example === undefined ? undefined : headerText(example, header);
  if (generator === 'none') return { from: 'body', make: () => undefined };
  if (generator === 'etag-of-version') return { from: 'body', make: (body) => etagOf(body) ?? shown };
  if (generator === 'location-of-resource')
    return { from: 'request', make: (made) => locationOf(made, basePath) ?? shown };
  if (shown !== undefined || !required || schema === undefined) return { from: 'body', make: () => shown };
  return {
    from: 'request',
    make: async ({ seed, exchange }) => {
      const value = await fake(schema, seed, { now: exchange.sandbox?.clock.now() });
      return value === undefined ? undefined : headerText(value, header);
    },
  };
};

const set = (headers: Record<string, string>, name: string, value: Value): void => {
  if (value !== undefined) headers[name] = value;
};

/** Generates the described headers of a response. The rules are computed once per response description. */
export const createResponseHeaders = (fake: FakeValue, basePath: string): ResponseHeaders => {
  const known = new WeakMap<ResponseDescription, readonly (readonly [string, HeaderRule])[]>();
  const headersOf = (response: ResponseDescription): readonly (readonly [string, HeaderRule])[] => {
    let headers = known.get(response);
    if (headers === undefined) {
      headers = response.headers.map((header) => [header.name, toHeaderRule(header, fake, basePath)] as const);
      known.set(response, headers);
    }
    return headers;
  };
  return {
    fixed: (response, body) => {
      const headers: Record<string, string> = {};
      for (const [name, header] of headersOf(response)) {
        if (header.from === 'request') return undefined;
        const value = header.make(body);
        if (value !== undefined) headers[name] = value;
      }
      return headers;
    },
    make: (response, made) => {
      const headers: Record<string, string> = {};
      let generated: Promise<void>[] | undefined;
      for (const [name, header] of headersOf(response)) {
        const value = header.from === 'body' ? header.make(made.body) : header.make(made);
        if (value instanceof Promise) (generated ??= []).push(value.then((text) => set(headers, name, text)));
        else set(headers, name, value);
      }
      return generated === undefined ? headers : Promise.all(generated).then(() => headers);
    },
  };
};

type Serialization = Pick<HeaderDescription, 'explode' | 'mediaType'>;

/**
 * The text of a header's value: as its media type writes it (OpenAPI 3.1.1, Header Object, `content`), else in style
 * `simple` (RFC 6570, 3.2.2), with nothing percent-encoded (OpenAPI 3.1.1, Appendix D).
 */
export const headerText = (value: unknown, { explode, mediaType }: Serialization): string => {
  if (mediaType !== undefined && isJsonMediaType(mediaType)) return JSON.stringify(value);
  if (typeof value !== 'object' || value === null || isAnyNumber(value) || mediaType !== undefined)
    return memberText(value);
  if (Array.isArray(value)) return value.map(memberText).join(',');
  return Object.entries(value)
    .map(([name, member]) => `${name}${explode ? '=' : ','}${memberText(member)}`)
    .join(',');
};

/** RFC 6570 has no text for what is nested deeper: JSON. */
const memberText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
