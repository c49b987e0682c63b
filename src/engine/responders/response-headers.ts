import { memoize } from '../../kernel/caches.ts';
import type { HeaderDescription, Operation, ResponseDescription } from '../contract/contract.ts';
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

export type ResponseHeaders = ReturnType<typeof createResponseHeaders>;

const member = (body: unknown, name: string): Value => {
  const value: unknown = isSchemaObject(body) ? body[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** Precomputed entity tags of the first versions: most resources are young, and a shared string saves memory. */
const ETAGS = Array.from({ length: 100 }, (_, version) => `"${version}"`);

const etagOf = (body: unknown): Value => {
  const version: unknown = isSchemaObject(body) ? body['version'] : undefined;
  if (typeof version === 'number') return ETAGS[version] ?? `"${version}"`;
  return typeof version === 'string' ? `"${version}"` : undefined;
};

/** The texts of an `x-location` and, between them, the names of its templates. */
const piecesOf = memoize(({ location }: Operation) => location?.split(/\{([^{}]*)\}/));

/** The `x-location` of the operation, with its templates filled from the body, then from the path of the request. */
const locationOf = ({ body, exchange }: Made, basePath: string): Value => {
  const { operation, request, pathParameters } = exchange;
  const filled = piecesOf(operation)
    ?.map((piece, index) => (index % 2 === 0 ? piece : (member(body, piece) ?? pathParameters[piece] ?? '')))
    .join('');
  // Joined into one flat string: the value is stored with the response, and a concatenated string would keep its pieces
  // alive.
  return filled?.startsWith('/') === true ? [request.origin, basePath, filled].join('') : filled;
};

/** From the generator that the header's schema asks for, else from its example, else generated if the header is required. */
const toHeaderRule = (header: HeaderDescription, fake: FakeValue, basePath: string) => {
  const { schema, generator, example, required } = header;
  const shown = example === undefined ? undefined : headerText(example, header);
  return (made: Made): Value | Promise<Value> => {
    if (generator === 'none') return undefined;
    if (generator === 'etag-of-version') return etagOf(made.body) ?? shown;
    if (generator === 'location-of-resource') return locationOf(made, basePath) ?? shown;
    if (shown !== undefined || !required || schema === undefined) return shown;
    const { seed, exchange } = made;
    return fake(schema, seed, { now: exchange.sandbox?.clock.now() }).then((value) =>
      value === undefined ? undefined : headerText(value, header),
    );
  };
};

const set = (headers: Record<string, string>, name: string, value: Value): void => {
  if (value !== undefined) headers[name] = value;
};

/** Generates the described headers of a response. The rules are computed once per response description. */
export const createResponseHeaders = (fake: FakeValue, basePath: string) => {
  const headersOf = memoize((response: ResponseDescription) =>
    response.headers.map((header) => [header.name, toHeaderRule(header, fake, basePath)] as const),
  );
  return {
    make: (response: ResponseDescription, made: Made): Record<string, string> | Promise<Record<string, string>> => {
      const headers: Record<string, string> = {};
      let generated: Promise<void>[] | undefined;
      for (const [name, make] of headersOf(response)) {
        const value = make(made);
        if (value instanceof Promise) (generated ??= []).push(value.then((text) => set(headers, name, text)));
        else set(headers, name, value);
      }
      return generated === undefined ? headers : Promise.all(generated).then(() => headers);
    },
  };
};

/**
 * The text of a header's value: as its media type writes it (OpenAPI 3.1.1, Header Object, `content`), else in style
 * `simple` (RFC 6570, 3.2.2), with nothing percent-encoded (OpenAPI 3.1.1, Appendix D).
 */
export const headerText = (value: unknown, { explode, mediaType }: HeaderDescription): string => {
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
