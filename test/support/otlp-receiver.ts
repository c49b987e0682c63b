import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP in JSON has it; ids are hexadecimal. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly failed: boolean;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Of the last request. */
  readonly resource: () => Readonly<Record<string, unknown>>;
  readonly paths: string[];
  readonly mediaTypes: string[];
  readonly stop: () => Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
}

interface RawSpan extends Omit<ReceivedSpan, 'attributes' | 'events' | 'links' | 'failed'> {
  readonly attributes?: readonly Attribute[];
  readonly events?: readonly { readonly name: string }[];
  readonly links?: ReceivedSpan['links'];
  readonly status?: { readonly code?: number };
}

const ERROR = 2;

const toRecord = (attributes: readonly Attribute[] = []): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const toSpan = ({ attributes, events = [], links = [], status, ...span }: RawSpan): ReceivedSpan => ({
  ...span,
  attributes: toRecord(attributes),
  events: events.map(({ name }) => name),
  links: links.map(({ traceId, spanId }) => ({ traceId, spanId })),
  failed: status?.code === ERROR,
});

/** A collector of OpenTelemetry on this machine, which reads JSON and takes note of anything else. */
export const startOtlpReceiver = async (): Promise<OtlpReceiver> => {
  const spans: ReceivedSpan[] = [];
  const paths: string[] = [];
  const mediaTypes: string[] = [];
  let resource: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      paths.push(request.url ?? '');
      const mediaType = request.headers['content-type'] ?? '';
      mediaTypes.push(mediaType);
      if (mediaType === 'application/json')
        for (const each of (JSON.parse(Buffer.concat(chunks).toString()) as Body).resourceSpans) {
          resource = toRecord(each.resource.attributes);
          for (const scope of each.scopeSpans) spans.push(...scope.spans.map(toSpan));
        }
      response.writeHead(200, { 'content-type': mediaType }).end(mediaType === 'application/json' ? '{}' : '');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    spans,
    resource: () => resource,
    paths,
    mediaTypes,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
