import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
  type SpanContext,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { Observer, Tracing } from '../../engine/ports/ports.ts';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import type { Sender, WebhookRequest } from '../../engine/webhooks/model/sender.ts';
import type { Handle } from '../http/routes.ts';
import { createEventOrigins, type EventOrigins } from './event-origins.ts';
import { readTraceContext, writeTraceContext } from './trace-context.ts';

/** Follows each request, and what it causes, as spans. */
export interface Traces extends Tracing {
  readonly observer: Pick<Observer, 'finished' | 'failed' | 'breached'>;
  readonly door: (handle: Handle) => Handle;
  readonly store: (store: Store) => Store;
  readonly sender: (sender: Sender) => Sender;
  /** Called with events once they are committed. */
  readonly emitted: (events: readonly EmittedEvent[]) => void;
}

export const createTraces = (tracer: Tracer): Traces => {
  const current: CurrentSpan = new AsyncLocalStorage();
  const origins = createEventOrigins();
  return {
    entered: (stage) => {
      current.getStore()?.addEvent(stage);
    },
    traceId: () => current.getStore()?.spanContext().traceId,
    observer: createSpanObserver(current),
    door: (handle) => (request) => {
      const parent = readTraceContext(request);
      const span = tracer.startSpan(
        request.method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method } },
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
      );
      return current.run(span, async () => {
        try {
          const reply = await handle(request);
          span.setAttribute('http.response.status_code', reply.status);
          if (reply.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          return reply;
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    store: (store) => tracedStore(store, tracer, current),
    sender: (sender) => tracedSender(sender, { tracer, current, origins }),
    emitted: (events) => {
      const span = current.getStore();
      if (span !== undefined) for (const { id } of events) origins.remember(id, span.spanContext());
    },
  };
};

/** Tells a span what the log says of its request: never a body, a query or a credential. */
const createSpanObserver = (current: CurrentSpan): Traces['observer'] => ({
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
});

/** Each use of the storage by a request is a span; that by timers is none, as nobody would look for it. */
const tracedStore = (store: Store, tracer: Tracer, current: CurrentSpan): Store => {
  const traced = <T>(operation: string, use: () => Promise<T>): Promise<T> => {
    const parent = current.getStore();
    if (parent?.isRecording() !== true) return use();
    const span = tracer.startSpan(
      `store ${operation}`,
      { kind: SpanKind.CLIENT, attributes: { 'db.operation.name': operation } },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    const result = use();
    result.then(
      () => {
        span.end();
      },
      (error: unknown) => {
        // Anything else is a decision of what used the storage, such as a refusal.
        if (error instanceof StoreError) span.setStatus({ code: SpanStatusCode.ERROR, message: error.fault });
        span.end();
      },
    );
    return result;
  };
  return {
    ...store,
    transact: (sandbox, work) => traced('transact', () => store.transact(sandbox, work)),
    read: (sandbox, work) => traced('read', () => store.read(sandbox, work)),
    dump: (sandbox, pause) => traced('dump', () => store.dump(sandbox, pause)),
    replace: (sandbox, dump, pause) => traced('replace', () => store.replace(sandbox, dump, pause)),
    clear: (sandbox, pause) => traced('clear', () => store.clear(sandbox, pause)),
  };
};

interface TracedSenderParts {
  readonly tracer: Tracer;
  readonly current: CurrentSpan;
  readonly origins: EventOrigins;
}

/**
 * Each attempt is a trace of its own, since it may follow days later, with a link to the request that caused its event. The receiver
 * gets the attempt as its parent.
 */
const tracedSender = (sender: Sender, { tracer, current, origins }: TracedSenderParts): Sender => {
  /** A first attempt follows at once from the request that asked for it; a test event is emitted by nobody. */
  const originOf = ({ delivery }: WebhookRequest): SpanContext | undefined => {
    if (delivery === undefined) return undefined;
    return origins.find(delivery.eventId) ?? (delivery.attempt === 1 ? current.getStore()?.spanContext() : undefined);
  };
  return {
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
      return current.run(span, async () => {
        try {
          const result = await sender.send({ ...post, headers }, signal);
          const { httpStatus, failure } = result;
          if (httpStatus !== undefined) span.setAttribute('http.response.status_code', httpStatus);
          if (failure !== undefined) span.setAttribute('error.type', failure);
          if (httpStatus === undefined || httpStatus < 200 || httpStatus >= 300)
            span.setStatus({ code: SpanStatusCode.ERROR });
          return result;
        } finally {
          span.end();
        }
      });
    },
  };
};

/** The spans of requests in progress: what a request causes finds its own, across everything that it awaits. */
type CurrentSpan = AsyncLocalStorage<Span>;
