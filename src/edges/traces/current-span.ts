import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** The spans of requests in progress: what a request causes finds its own, across everything that it awaits. */
export type CurrentSpan = AsyncLocalStorage<Span>;
