import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type SpanContext, type Tracer } from '@opentelemetry/api';
import type { Sender, WebhookRequest } from '../../engine/webhooks/model/sender.ts';
import type { EventOrigins } from './event-origins.ts';
import { writeTraceContext } from './trace-context.ts';
import type { CurrentSpan } from './current-span.ts';

export interface TracedSenderParts {
  readonly tracer: Tracer;
  readonly current: CurrentSpan;
  readonly origins: EventOrigins;
}

/**
 * Each attempt is a trace of its own, since it may follow days later, with a link to the request that caused its event. The receiver
 * gets the attempt as its parent.
 */
export const tracedSender = (sender: Sender, { tracer, current, origins }: TracedSenderParts): Sender => {
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
