import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../server/call.ts';
import { onStream } from '../../server/stream.ts';
import { type Happened, STEPS, type StepId } from './steps.ts';

/** What a client has done so far: from the coverage, and from then on from the stream. */
export const useProgress = (): ReadonlySet<StepId> => {
  const done = useSignal<ReadonlySet<StepId>>(new Set());
  useEffect(() => {
    const saw = (happened: Happened): void => {
      const steps = STEPS.filter(({ id, isDone }) => !done.peek().has(id) && isDone(happened)).map(({ id }) => id);
      if (steps.length > 0) done.value = new Set([...done.peek(), ...steps]);
    };
    const read = async (): Promise<void> => {
      const coverage = await call('GET', '/coverage');
      if (!('operations' in coverage)) return;
      for (const { operationId, answers } of coverage.operations)
        for (const { status, count } of answers) if (count > 0) saw({ operationId, status: Number(status) });
      for (const { name, count } of coverage.events) if (count > 0) saw({ eventType: name });
    };
    const readSafely = (): void => void read().catch(() => undefined);
    const stops = [
      onStream('exchange', (data) => {
        const exchange = data as {
          readonly operationId: string | null;
          readonly status: number;
          readonly source: string;
        };
        saw({ operationId: exchange.operationId ?? exchange.source, status: exchange.status });
      }),
      onStream('event', (data) => saw({ eventType: (data as { readonly type: string }).type })),
      onStream('gap', readSafely),
    ];
    readSafely();
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return done.value;
};
