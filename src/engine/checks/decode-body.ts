import {
  type ApiRequest,
  BodyTooLarge,
  isJsonMediaType,
  RequestAborted,
  RETRY_SOON,
  ServerBusy,
} from '../../kernel/http.ts';
import { type ParsedJson, parseJson } from '../../kernel/json.ts';
import type { MediaType, Operation } from '../contract/contract.ts';
import { createDescribePart, shapesOf } from '../contract/schema-shapes.ts';
import {
  type Sequence,
  findMediaType,
  isXmlMediaType,
  mediaTypeParameter,
  sequenceOf,
  toEssence,
} from '../../kernel/media-type.ts';
import { counted } from '../../kernel/sentence.ts';
import type { Caller } from '../ports/ports.ts';
import type { Routed } from '../exchange/exchange.ts';
import type { DecodedBody } from '../message/message.ts';
import { readSequence, toMalformed, toText } from '../message/body-text.ts';
import { parseXml } from '../message/xml.ts';
import { problem } from '../problems/problem.ts';
import { type EngineParts, type Limits, explained } from './engine-parts.ts';

const NONE = { body: { kind: 'none' } } as const;

const MULTIPART = 'multipart/form-data';
const FORM = 'application/x-www-form-urlencoded';

/**
 * Decodes the body from bytes into a value. Ends with 413 if the body is too large, 415 for a media type, charset or
 * encoding that the operation does not accept, 400 malformed-request for bytes that do not match their media type.
 * Operations without a described body do not read it.
 */
export const decodeBody = explained(
  {
    rule: 'The body matches its Content-Type, which the operation supports.',
    passed: ({ received }) =>
      received === undefined ? 'no body' : `${toEssence(received.mediaType)}, ${counted(received.byteLength, 'byte')}`,
  },
  (parts: EngineParts) =>
    ({ request, operation, caller }: Routed) =>
      operation.requestBody === undefined ? NONE : readBody(request, operation, caller, parts),
);

const readBody = async (
  request: ApiRequest,
  operation: Operation,
  caller: Caller | undefined,
  parts: EngineParts,
): Promise<{ readonly body: DecodedBody }> => {
  const contentType = request.header('content-type') ?? '';
  const limit = limitOf(operation, contentType, parts.limits);
  let bytes: Uint8Array;
  try {
    bytes = await request.readBody(limit, caller?.organization?.uuid ?? caller?.clientId);
  } catch (error) {
    throw toUnread(error, limit);
  }
  if (bytes.byteLength === 0) {
    if (operation.requestBody?.required !== true) return NONE;
    throw problem('malformed-request', {
      detail: `The body is missing: ${operation.id} needs one${expected(operation)}.`,
    });
  }
  const content = matchContent(contentType, operation);
  checkEncodings(request, contentType);
  // Parsed by its behaviour, in slices.
  if (operation.takesLargeBody) return { body: { kind: 'binary', content, bytes } };
  const body = toBody(bytes, contentType, content, parts);
  return { body: body instanceof Promise ? await body : body };
};

/** The server's limit, or a lower one of the description. */
const limitOf = (
  { takesLargeBody, maxBodyBytes = Number.POSITIVE_INFINITY }: Operation,
  contentType: string,
  { uploadBytes, bodyBytes, largeBodyBytes }: Limits,
): number => {
  if (takesLargeBody) return largeBodyBytes;
  return toEssence(contentType) === MULTIPART ? uploadBytes : Math.min(bodyBytes, maxBodyBytes);
};

const toUnread = (error: unknown, limit: number): unknown => {
  // The client is gone; this status only appears in the log.
  if (error instanceof RequestAborted)
    return problem('request-timeout', {
      detail: 'The client disconnected or timed out before its body was complete.',
    });
  if (error instanceof ServerBusy)
    return problem('unavailable', {
      detail:
        'The server has too many request bodies in progress, and has not read this one. Retry after the seconds in `Retry-After`.',
      headers: RETRY_SOON,
    });
  if (!(error instanceof BodyTooLarge)) return error;
  return problem('content-too-large', {
    detail: `The body exceeds the limit of ${limit} bytes.`,
  });
};

const typesOf = (operation: Operation): readonly string[] =>
  operation.requestBody?.contents.map(({ mediaType }) => mediaType) ?? [];

const expected = (operation: Operation): string => {
  const types = typesOf(operation);
  return types.length === 0 ? '' : ` of content type ${types.join(' or ')}`;
};

const matchContent = (contentType: string, operation: Operation): MediaType => {
  const contents = operation.requestBody?.contents ?? [];
  if (contents.length === 0) return { mediaType: '*/*', schema: undefined, examples: [] };
  const content = contentType === '' ? undefined : findMediaType(contents, contentType);
  if (content !== undefined) return content;
  throw problem('unsupported-media-type', {
    detail: `${contentType === '' ? 'The body has no Content-Type' : `Content-Type ${contentType} is not supported here`}; send the body${expected(operation)}.`,
    headers: { accept: typesOf(operation).join(', ') },
  });
};

const checkEncodings = (request: ApiRequest, contentType: string): void => {
  const charset = mediaTypeParameter(contentType, 'charset')?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii')
    throw problem('unsupported-media-type', { detail: `Charset ${charset} is not supported; send UTF-8.` });
  const encoding = request.header('content-encoding')?.toLowerCase();
  if (encoding !== undefined && encoding !== 'identity')
    throw problem('unsupported-media-type', {
      detail: `Content-Encoding ${encoding} is not supported; send the body unencoded.`,
      headers: { 'accept-encoding': 'identity' },
    });
};

const toBody = (
  bytes: Uint8Array,
  contentType: string,
  content: MediaType,
  { limits, contract, nextTurn }: EngineParts,
): DecodedBody | Promise<DecodedBody> => {
  const essence = toEssence(contentType);
  if (isJsonMediaType(essence)) {
    const text = toText(bytes);
    const { value, holdsBigInt } = toJson(text, limits, contract.isForeign);
    return { kind: 'json', content, bytes, text, value, holdsBigInt };
  }
  const sequence = sequenceOf(essence);
  // Without a schema of the items, events are a text.
  if (sequence !== undefined && (sequence !== 'events' || content.hasItems === true))
    return { kind: 'json', content, bytes, ...parseItems(toText(bytes), sequence, limits, contract.isForeign) };
  if (essence === FORM) {
    const encoded = toText(bytes);
    return { kind: 'form', content, bytes, fields: toFields(encoded), files: [], encoded };
  }
  if (essence === MULTIPART)
    return import('./parse-multipart.ts')
      .then(({ parseMultipart }) =>
        parseMultipart(bytes, contentType, {
          describePart: createDescribePart(content, shapesOf(contract.document)),
          nextTurn,
        }),
      )
      .then((form) => ({ kind: 'form', content, bytes, ...form }));
  if (isXmlMediaType(essence) && content.schema !== undefined && content.kind === 'structured') {
    const text = toText(bytes);
    const bounds = { depth: limits.jsonDepth, values: limits.jsonValues, nextTurn };
    return parseXml(text, bounds).then((root) => ({ kind: 'xml', content, bytes, text, root }));
  }
  if (essence.startsWith('text/')) return { kind: 'text', content, bytes, text: toText(bytes) };
  return { kind: 'binary', content, bytes };
};

const toJson = (text: string, { jsonDepth, jsonValues }: Limits, keepsDecimals: boolean): ParsedJson => {
  try {
    return parseJson(text, jsonDepth, jsonValues, keepsDecimals);
  } catch (error) {
    throw toMalformed(error);
  }
};

/** As one array, as OpenAPI 3.2 has it of all sequences (section 4.14.3.1). */
const parseItems = (
  body: string,
  sequence: Sequence,
  limits: Limits,
  keepsDecimals: boolean,
): ParsedJson & { readonly text: string } => {
  const items = readSequence(body, sequence);
  const text = `[${items.join(',\n')}]`;
  const parsed = toJson(text, limits, keepsDecimals);
  if (Array.isArray(parsed.value) && parsed.value.length === items.length) return { ...parsed, text };
  const place = sequence === 'lines' ? 'in each line' : 'after each record separator';
  throw problem('malformed-request', { detail: `Invalid sequence of JSON values: write one value ${place}.` });
};

const toFields = (text: string): Record<string, string[]> => {
  const fields = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of new URLSearchParams(text)) (fields[name] ??= []).push(value);
  return fields;
};
