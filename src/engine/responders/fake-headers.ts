import type { HeaderDescription, ResponseDescription } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import type { Validated } from '../pipeline/exchange.ts';

interface Made {
  readonly body: unknown;
  readonly exchange: Validated;
  readonly seed: string;
}

type FakeHeader = (made: Made, basePath: string) => string | undefined | Promise<string | undefined>;

const member = (body: unknown, name: string): string | undefined => {
  const value: unknown = isSchemaObject(body) ? body[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** Headers that follow from the answer itself, asked for with `x-fake` in the header's schema. */
const DERIVED: Readonly<Record<string, FakeHeader>> = {
  none: () => undefined,
  'etag-of-version': ({ body }) => {
    const version = member(body, 'version');
    return version === undefined ? undefined : `"${version}"`;
  },
  'location-of-resource': ({ body, exchange: { operation, request, pathParameters } }, basePath) => {
    const template = operation.extensions['x-location'];
    if (typeof template !== 'string') return undefined;
    const location = template.replaceAll(
      /\{([^}]*)\}/g,
      (_whole, name: string) => member(body, name) ?? pathParameters[name] ?? '',
    );
    return location.startsWith('/') ? request.origin + basePath + location : location;
  },
};

const toFakeHeader = ({ schema, example, required }: HeaderDescription, fake: FakeValue): FakeHeader => {
  const derived = isSchemaObject(schema?.schema) ? schema.schema['x-fake'] : undefined;
  const first = typeof derived === 'string' ? DERIVED[derived] : undefined;
  const fixed = example === undefined ? undefined : toText(example);
  if (first !== undefined) return derived === 'none' ? first : (made, basePath) => first(made, basePath) ?? fixed;
  if (fixed !== undefined) return () => fixed;
  // Without an example only what the description promises in every answer is worth inventing.
  if (!required || schema === undefined) return () => undefined;
  return async ({ seed }) => {
    const value = await fake(schema, seed);
    return value === undefined ? undefined : toText(value);
  };
};

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The described headers of a response, by example where there is one. Which ones is worked out once per response. */
export const createHeaderFaker = (fake: FakeValue, basePath: string) => {
  const known = new WeakMap<ResponseDescription, readonly { name: string; make: FakeHeader }[]>();
  return async (response: ResponseDescription, made: Made): Promise<Record<string, string>> => {
    let makers = known.get(response);
    if (makers === undefined) {
      makers = response.headers
        .filter(({ name }) => name !== 'content-type' && name !== 'content-length')
        .map((header) => ({ name: header.name, make: toFakeHeader(header, fake) }));
      known.set(response, makers);
    }
    const headers: Record<string, string> = {};
    for (const { name, make } of makers) {
      const asked = make(made, basePath);
      const value = asked instanceof Promise ? await asked : asked;
      if (value !== undefined) headers[name] = value;
    }
    return headers;
  };
};
