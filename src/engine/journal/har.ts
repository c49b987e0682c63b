import { STATUS_CODES } from '../../kernel/status-codes.ts';
import { stringifyJson } from '../../kernel/json.ts';
import type { Message, WholeExchange } from '../../generated/control-schemas.ts';
import { toSearch } from './redact-headers.ts';
import type { ShownBody } from './redactor.ts';

/**
 * Exchanges as an HTTP Archive 1.2, which browsers and proxies can import. Custom members begin with an underscore, as
 * the format requires.
 */
export const toHar = (
  exchanges: readonly WholeExchange[],
  {
    version,
    origin,
  }: {
    readonly version: string;
    /** Format: `scheme://host[:port]`. */
    readonly origin: string;
  },
) => ({
  log: {
    version: '1.2' as const,
    creator: { name: 'vatmock', version },
    entries: exchanges.map((exchange) => toHarEntry(exchange, origin)),
  },
});

const toHarEntry = (exchange: WholeExchange, origin: string) => {
  const { request, response, status, milliseconds } = exchange;
  return {
    startedDateTime: exchange.receivedAt,
    time: milliseconds,
    request: {
      method: exchange.method,
      url: `${origin}${toUriPath(exchange.path)}${toSearch(request.query)}`,
      ...toMessage(request),
      queryString: toPairs(request.query),
      ...(request.body === null ? {} : { postData: toPostData(request.body) }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      ...toMessage(response),
      content: toContent(response.body),
      redirectURL: response.headers['location'] ?? '',
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _id: exchange.id,
    _operationId: exchange.operationId,
    _source: exchange.source,
    _events: exchange.events,
  };
};

const toMessage = ({ headers, body }: Message) => ({
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: toPairs(headers),
  headersSize: -1,
  bodySize: body?.byteLength ?? 0,
});

const toPairs = (values: Readonly<Record<string, string | readonly string[]>>) =>
  Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: one })));

/** Undefined if it is neither JSON nor a text. */
const textOfShown = ({ json, text }: ShownBody): string | undefined =>
  json === undefined ? text : stringifyJson(json);

const toPostData = (body: ShownBody): object =>
  body.parts === undefined
    ? { mimeType: body.mediaType, text: textOfShown(body) ?? '', ...commentOf(body) }
    : {
        mimeType: body.mediaType,
        params: body.parts.map(({ name, value, fileName, mediaType }) => ({
          name,
          value,
          fileName,
          contentType: mediaType,
        })),
      };

const toContent = (body: ShownBody | null): object => {
  if (body === null) return { size: 0, mimeType: 'x-unknown' };
  return { size: body.byteLength, mimeType: body.mediaType, text: textOfShown(body), ...commentOf(body) };
};

const commentOf = ({ cut }: ShownBody): object => (cut ? { comment: 'only the beginning was kept' } : {});

/** The redaction marker contains characters that are invalid in a URI. */
const toUriPath = (path: string): string => path.replaceAll(/[^\w.~!$&'()*+,;=:@/%-]/g, encodeURIComponent);
