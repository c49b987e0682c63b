import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
  type SpanContext,
  type Span,
} from '@opentelemetry/api';
import { ExportResultCode, TraceState } from '@opentelemetry/core';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EmittedEvent } from '../../engine/message/message.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import type { Sender, WebhookRequest } from '../../engine/webhooks/sender.ts';
import type { ApiRequest, Handle } from '../../kernel/http.ts';
import { aroundUses } from '../system/around-uses.ts';
import { ConfigError } from '../../kernel/user-errors.ts';
import { createBoundedCache } from '../../kernel/caches.ts';
import type { readOtelSettings } from './otel-settings.ts';

/** Follows each request, and what it causes, as spans. */
export const createTraces = (tracer: Tracer) => {
  /** The spans of requests in progress: what a request causes finds its own, across everything that it awaits. */
  const current = new AsyncLocalStorage<Span>();
  /** Which request caused an event, by its id. In memory: after a restart, later attempts to deliver it have no link. */
  const origins = createBoundedCache<SpanContext>(MOST_EVENTS);

  /** A first attempt follows at once from the request that asked for it; a test event is emitted by nobody. */
  const originOf = ({ delivery }: WebhookRequest): SpanContext | undefined => {
    if (delivery === undefined) return undefined;
    return origins.get(delivery.eventId) ?? (delivery.attempt === 1 ? current.getStore()?.spanContext() : undefined);
  };

  const during = <T>(span: Span, work: () => Promise<T>): Promise<T> =>
    current.run(span, async () => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });

  return {
    entered: (stage: string): void => {
      current.getStore()?.addEvent(stage);
    },
    traceId: (): string | undefined => current.getStore()?.spanContext().traceId,
    /** Tells a span what the log says of its request: never a body, a query or a credential. */
    observer: {
      finished: ({ id, method, path, operationId, clientId, source, refusal }) => {
        const span = current.getStore();
        if (span === undefined) return;
        span.updateName(operationId === undefined ? `${method} ${source}` : `${method} ${operationId}`);
        span.setAttributes({
          'url.path': path,
          'vatmock.request.id': id,
          'vatmock.source': source,
          ...(operationId === undefined ? {} : { 'vatmock.operation': operationId }),
          ...(clientId === undefined ? {} : { 'vatmock.client.id': clientId }),
          ...(refusal === undefined ? {} : { 'error.type': refusal.type }),
        });
      },
      failed: (error) => {
        current.getStore()?.recordException(error instanceof Error ? error : String(error));
      },
      breached: ({ operationId, status, reasons }) => {
        current.getStore()?.addEvent('breach', { operationId, status, reasons: [...reasons] });
      },
    } satisfies Pick<Observer, 'finished' | 'failed' | 'breached'>,
    door:
      (handle: Handle): Handle =>
      (request) => {
        const parent = readTraceContext(request);
        const span = tracer.startSpan(
          request.method,
          { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method } },
          parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
        );
        return during(span, async () => {
          const reply = await handle(request);
          span.setAttribute('http.response.status_code', reply.status);
          if (reply.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          return reply;
        });
      },
    /** Each use of the storage by a request is a span; that by timers is none, as nobody would look for it. */
    store: (store: Store): Store =>
      aroundUses(store, (operation, use) => {
        const parent = current.getStore();
        if (parent?.isRecording() !== true) return use();
        const span = tracer.startSpan(
          `store ${operation}`,
          { kind: SpanKind.CLIENT, attributes: { 'db.operation.name': operation } },
          trace.setSpan(ROOT_CONTEXT, parent),
        );
        const result = use();
        const ended = (error?: unknown): void => {
          // Anything else is a decision of what used the storage, such as a refusal.
          if (error instanceof StoreError) span.setStatus({ code: SpanStatusCode.ERROR, message: error.fault });
          span.end();
        };
        result.then(() => {
          ended();
        }, ended);
        return result;
      }),
    /**
     * Each attempt is a trace of its own, since it may follow days later, with a link to the request that caused its event. The receiver
     * gets the attempt as its parent.
     */
    sender: (sender: Sender): Sender => ({
      ...sender,
      send: (post, signal) => {
        const origin = originOf(post);
        const { delivery, url } = post;
        const span = tracer.startSpan(
          'POST webhook',
          {
            kind: SpanKind.CLIENT,
            attributes: {
              'http.request.method': 'POST',
              // Paths and queries of receivers may contain secrets.
              ...(URL.canParse(url) ? { 'server.address': new URL(url).host } : {}),
              ...(delivery === undefined
                ? {}
                : {
                    'vatmock.delivery.id': delivery.id,
                    'vatmock.delivery.attempt': delivery.attempt,
                    'vatmock.event.id': delivery.eventId,
                    'vatmock.event.type': delivery.eventType,
                  }),
            },
            links: origin === undefined ? [] : [{ context: origin }],
          },
          ROOT_CONTEXT,
        );
        const headers = { ...post.headers, ...writeTraceContext(span.spanContext()) };
        return during(span, async () => {
          const result = await sender.send({ ...post, headers }, signal);
          const { httpStatus = 0, failure } = result;
          if (httpStatus !== 0) span.setAttribute('http.response.status_code', httpStatus);
          if (failure !== undefined) span.setAttribute('error.type', failure);
          if (httpStatus < 200 || httpStatus >= 300) span.setStatus({ code: SpanStatusCode.ERROR });
          return result;
        });
      },
    }),
    /** Called with events once they are committed. */
    emitted: (events: readonly EmittedEvent[]): void => {
      const span = current.getStore();
      if (span !== undefined) for (const { id } of events) origins.set(id, span.spanContext());
    },
  };
};

/** Events whose origin is remembered, the latest ones: retries take up to three days. */
const MOST_EVENTS = 20_000;

/** https://www.w3.org/TR/trace-context/: a later version may add fields at the end. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** What vendors add is passed on, unless there is too much of it. */
const LONGEST_STATE = 512;

/** The span that a request names as its parent; undefined if it names none, or none that is valid. */
const readTraceContext = (request: ApiRequest): SpanContext | undefined => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(request.header('traceparent') ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const state = request.header('tracestate');
  return {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    ...(state === undefined || state.length > LONGEST_STATE ? {} : { traceState: new TraceState(state) }),
  };
};

/** The headers by which a receiver continues a trace. */
const writeTraceContext = ({
  traceId,
  spanId,
  traceFlags,
  traceState,
}: SpanContext): Readonly<Record<string, string>> => {
  const state = traceState?.serialize() ?? '';
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ...(state === '' ? {} : { tracestate: state }),
  };
};

/**
 * Sends spans in batches. The libraries themselves read the variables with which an exporter signs in and encrypts
 * (OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT, _COMPRESSION, _CERTIFICATE), and the resource (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES).
 */
export const openProvider = async ({
  settings: { url, protocol, sampler, ratio, batch },
  version,
  mode,
  failed,
}: {
  readonly settings: NonNullable<ReturnType<typeof readOtelSettings>>;
  readonly version: string;
  readonly mode: string;
  /** Called when spans cannot be sent. */
  readonly failed: (message: string) => void;
}): Promise<TracerProvider> => {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const own = resourceFromAttributes({
    'service.name': 'vatmock',
    'service.version': version,
    'vatmock.mode': mode,
  });
  return new TracerProvider({
    resource: own.merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    sampler: toSampler(sampler, ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(new OTLPTraceExporter({ url }), failed),
        ...batch,
      }),
    ],
  });
};

const SAMPLERS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};

/** A request that brings a decision keeps it where the name begins so. */
const PARENT_BASED = 'parentbased_';

const toSampler = (name: string, ratio: number): Sampler => {
  const isParentBased = name.startsWith(PARENT_BASED);
  const root = isParentBased ? name.slice(PARENT_BASED.length) : name;
  const names = Object.keys(SAMPLERS);
  if (!names.includes(root))
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER must be one of ${[...names, ...names.map((each) => PARENT_BASED + each)].join(', ')}, but is "${name}"`,
    );
  if (root === 'traceidratio' && !(ratio >= 0 && ratio <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1');
  const sampler = SAMPLERS[root]?.(ratio) ?? new AlwaysOnSampler();
  return isParentBased ? new ParentBasedSampler({ root: sampler }) : sampler;
};

/** The libraries tell failures to one logger of the whole process, which belongs to the program around. */
const reporting = (exporter: SpanExporter, failed: (message: string) => void): SpanExporter => ({
  export: (spans, done) => {
    exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) failed(result.error?.message ?? 'no reason was given');
      done(result);
    });
  },
  shutdown: () => exporter.shutdown(),
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
});
