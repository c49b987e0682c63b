import type { SpanContext } from '@opentelemetry/api';
import { TraceState } from '@opentelemetry/core';
import type { ApiRequest } from '../../kernel/http.ts';

/** https://www.w3.org/TR/trace-context/: a later version may add fields at the end. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** What vendors add is passed on, unless there is too much of it. */
const LONGEST_STATE = 512;

/** The span that a request names as its parent; undefined if it names none, or none that is valid. */
export const readTraceContext = (request: Pick<ApiRequest, 'header'>): SpanContext | undefined => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(request.header('traceparent') ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const state = request.header('tracestate');
  return {
    ...{ traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true },
    ...(state === undefined || state.length > LONGEST_STATE ? {} : { traceState: new TraceState(state) }),
  };
};

/** The headers by which a receiver continues a trace. */
export const writeTraceContext = ({
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
