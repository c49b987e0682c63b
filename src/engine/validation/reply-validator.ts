import { memoize } from '../../kernel/caches.ts';
import { isJsonMediaType, type Reply } from '../../kernel/http.ts';
import { toNumbers } from '../../kernel/json.ts';
import {
  findResponse,
  type HeaderDescription,
  type Operation,
  type ResponseDescription,
} from '../contract/contract.ts';
import { findMediaType, isXmlMediaType, matchesMediaType } from '../../kernel/media-type.ts';
import { type Compilers, toReference } from './ajv.ts';
import { simpleReader } from './parameter-values.ts';
import { type Attempt, parseJsonOrText, readFitting, textReaderOf } from './text-values.ts';
import { toViolations } from './violations.ts';

/** Bytes above which only the media type of a body is validated: the rest would keep all other requests waiting. */
export const MOST_VALIDATED = 1_048_576;

/** Validates one of our responses against the description and lists all violations in words. */
export const createReplyValidator = (operation: Operation, compilers: Compilers) => {
  // A cache: one content is often sent many times in a row, and needs validation only once.
  const seen = new Map<ResponseDescription, { readonly content: unknown; readonly reasons: readonly string[] }>();

  const checkBody = (reply: Reply, response: ResponseDescription): string[] => {
    const { content, live } = reply;
    // A streamed body cannot be validated in advance.
    if (live !== undefined)
      return response.contents.some(({ mediaType }) => matchesMediaType(mediaType, live.mediaType))
        ? []
        : [`${live.mediaType} is not described`];
    if (content === undefined)
      return response.contents.length > 0 && reply.status !== 204 ? ['the body is missing'] : [];
    if (response.contents.length === 0) return [`a body was sent, but ${response.status} is described without one`];
    const described = findMediaType(response.contents, content.mediaType);
    if (described === undefined)
      return [`${content.mediaType} is not among ${response.contents.map(({ mediaType }) => mediaType).join(', ')}`];
    // A text is an example as it is sent.
    const isXml = isXmlMediaType(content.mediaType) && typeof content.value === 'object';
    if (described.schema === undefined || content.byteLength > MOST_VALIDATED) return [];
    if (!isXml && !isJsonMediaType(content.mediaType)) return [];
    const validate = compilers.own(described.schema.pointer);
    // BigInts are rare, and converting them copies the whole value: only done if the first validation fails.
    if (validate(content.value) || validate(toNumbers(content.value))) return [];
    return toViolations(validate.errors ?? [], content.value).map(({ field, message }) => `body ${field} ${message}`);
  };

  const headersOf = memoize((response: ResponseDescription) => {
    const described = response.headers.filter(({ schema }) => schema !== undefined);
    const validate = compilers.own({
      type: 'object',
      properties: Object.fromEntries(described.map(({ name, schema }) => [name, toReference(schema?.pointer ?? '')])),
      required: described.filter(({ required }) => required).map(({ name }) => name),
    });
    return { validate, readers: described.map((header) => readerOf(header, compilers)) };
  });

  const checkHeaders = (reply: Reply, response: ResponseDescription): readonly string[] => {
    if (response.headers.length === 0) return NONE;
    const { validate, readers } = headersOf(response);
    const { value, errors } = readFitting(
      (attempt) => {
        const values: Record<string, unknown> = { ...reply.headers };
        for (const [name, read] of readers) {
          const text = reply.headers[name];
          if (text !== undefined) values[name] = read(text, attempt);
        }
        return values;
      },
      (values) => (validate(toNumbers(values)) ? [] : (validate.errors ?? [])),
    );
    if (errors.length === 0) return NONE;
    return toViolations(errors, value).map(({ field, message }) => `header ${field} ${message}`);
  };

  return (reply: Reply): readonly string[] => {
    const response = findResponse(operation, reply.status);
    if (response === undefined) return [`status ${reply.status} is not described for ${operation.id}`];
    const content = reply.content ?? reply.live;
    let body = seen.get(response);
    if (body === undefined || body.content !== content)
      seen.set(response, (body = { content, reasons: checkBody(reply, response) }));
    const inHeaders = checkHeaders(reply, response);
    return body.reasons.length + inHeaders.length === 0 ? NONE : [...body.reasons, ...inHeaders];
  };
};

const NONE: readonly string[] = [];

const readerOf = (
  header: HeaderDescription,
  { shapes }: Compilers,
): readonly [name: string, read: (text: string, attempt: Attempt) => unknown] => {
  const { name, mediaType, schema, explode } = header;
  if (mediaType !== undefined && isJsonMediaType(mediaType)) return [name, parseJsonOrText];
  const readTexts = textReaderOf(shapes);
  const split = mediaType === undefined ? simpleReader(shapes.typesOf(schema?.schema), explode) : undefined;
  return [name, (text, attempt) => readTexts(schema?.schema, split === undefined ? text : split(text), attempt)];
};
