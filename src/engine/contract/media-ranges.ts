import { memoize } from '../../kernel/caches.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { isMediaRange, matchesMediaType, toEssence } from '../../kernel/media-type.ts';
import type { MediaType, ResponseDescription } from './contract.ts';
import type { SchemaShapes } from './schema-shapes.ts';

type BodyKind = NonNullable<MediaType['kind']>;

export const bodyKindOf = ({ schema, examples }: MediaType, shapes: SchemaShapes): BodyKind | undefined => {
  if (schema === undefined) {
    const [example] = examples;
    if (example === undefined) return undefined;
    return typeof example.value === 'string' ? 'text' : 'structured';
  }
  const types = [...shapes.typesOf(schema.schema)].filter((type) => type !== 'null');
  if (types.length === 0 || types.some((type) => type !== 'string')) return 'structured';
  return shapes.isBinary(schema.schema) ? 'binary' : 'text';
};

/** The first that a range includes is the usual one. */
const SENT_AS: Readonly<Record<BodyKind, readonly string[]>> = {
  structured: ['application/json', 'application/vnd.any+json', 'text/plain'],
  text: ['text/plain', 'application/json', 'application/vnd.any+json'],
  binary: ['application/octet-stream', 'image/png', 'image/jpeg'],
};

const offersOf = ({ mediaType, kind }: MediaType, status: string): readonly string[] => {
  if (kind === undefined) return [];
  const known = status >= '400' && status < '6' ? ['application/json', 'application/problem+json'] : [];
  const matching = [...(kind === 'structured' ? known : []), ...SENT_AS[kind]].filter((offer) =>
    matchesMediaType(mediaType, offer),
  );
  // Without the generic one, of which a client that does not ask for it knows nothing.
  return matching.filter((offer, index) => index === 0 || offer !== 'application/vnd.any+json');
};

/** A media type that a client names, if a body of this kind can be sent as such. */
const isSendable = (kind: BodyKind, mediaType: string): boolean =>
  isJsonMediaType(mediaType) ? kind !== 'binary' : kind === 'text' && mediaType.startsWith('text/');

/**
 * The contents of a response, each with a media type that can be sent instead of a range (RFC 9110, section 12.5.1); the
 * range itself if nothing can be generated for it.
 */
export const usualContents = memoize(({ contents, status }: ResponseDescription): readonly MediaType[] =>
  contents.map((content) => {
    const [mediaType = content.mediaType] = isMediaRange(content.mediaType) ? offersOf(content, status) : [];
    return mediaType === content.mediaType ? content : { ...content, mediaType };
  }),
);

/** JSON content if there is any, else the first. */
export const usualContent = (response: ResponseDescription): MediaType | undefined => {
  const contents = usualContents(response);
  return contents.find(({ mediaType }) => isJsonMediaType(mediaType)) ?? contents[0];
};

/** All that can be sent to a client with this Accept header. The most specific key applies (OpenAPI 3.0.4, section 4.7.17.1). */
export const contentsFor = (response: ResponseDescription, accept: string): readonly MediaType[] => {
  const { contents, status } = response;
  const ranges = contents.filter(({ mediaType }) => isMediaRange(mediaType));
  if (ranges.length === 0) return contents;
  const sent = accept.split(',').map(toEssence);
  const named = sent.filter((mediaType) => /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(mediaType));
  const taken = new Set(contents.map(({ mediaType }) => mediaType));
  const offered = ranges
    .toSorted((one, other) => other.mediaType.length - one.mediaType.length)
    .flatMap((content) => {
      const { kind, mediaType: range } = content;
      if (kind === undefined) return [content];
      const others = named.filter((mediaType) => matchesMediaType(range, mediaType) && isSendable(kind, mediaType));
      const offers = [...offersOf(content, status), ...others].filter((mediaType) => !taken.has(mediaType));
      for (const offer of offers) taken.add(offer);
      return [...new Set(offers)].map((mediaType) => ({ ...content, mediaType }));
    });
  return [...contents.filter(({ mediaType }) => !isMediaRange(mediaType)), ...offered];
};
