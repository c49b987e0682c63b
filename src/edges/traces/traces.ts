import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Handle } from '../http/dispatcher.ts';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { Observer, Tracing } from '../../engine/ports/ports.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Sender } from '../../engine/webhooks/model/sender.ts';
import type { CurrentSpan } from './current-span.ts';
import { createEventOrigins } from './event-origins.ts';
import { tracedSender } from './traced-sender.ts';
import { tracedStore } from './traced-store.ts';
import { readTraceContext } from './trace-context.ts';

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
