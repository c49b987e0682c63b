import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { type Store, StoreError } from '../../engine/sandbox/store.ts';
import type { CurrentSpan } from './current-span.ts';

/** Each use of the storage by a request is a span; that by timers is none, as nobody would look for it. */
export const tracedStore = (store: Store, tracer: Tracer, current: CurrentSpan): Store => {
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
