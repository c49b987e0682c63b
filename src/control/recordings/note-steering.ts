import type { Recorder } from '../../engine/capsule/recorder.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import { STEERING } from '../show/storyboard.ts';

/** Records calls of the control API; implements the journal's interface. */
export const noteControlCalls = (recorder: Pick<Recorder, 'control'>, prefix: string): Pick<Journal, 'add'> => ({
  add: ({ operation, request, reply, sandbox }) => {
    if (operation === undefined || sandbox === undefined || reply.status >= 300 || !STEERING.has(operation.id)) return;
    const bytes = request.bodyRead?.();
    recorder.control(sandbox, {
      method: request.method,
      path: request.path.slice(prefix.length),
      body: bytes === undefined || bytes.byteLength === 0 ? null : Buffer.from(bytes).toString('utf8'),
      mediaType: request.header('content-type') ?? 'application/json',
    });
  },
});
