import type { Recorder } from '../../engine/capsule/recorder.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Clock } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { STEERING } from '../storyboards/storyboard.ts';

/** Records a programmatic change of a sandbox as the equivalent control call. */
export type NoteSteering = (sandbox: Sandbox, method: string, path: string, body?: unknown) => void;

type Notes = Pick<Recorder, 'control'>;

export const createSteeringNotes =
  (recorder: Notes, wall: Clock): NoteSteering =>
  (sandbox, method, path, body) => {
    recorder.control(sandbox.organization, {
      at: sandbox.clock.now(),
      wallAt: wall.now(),
      method,
      path,
      body: body === undefined ? null : stringifyJson(body),
      mediaType: 'application/json',
    });
  };

/** Records calls of the control API; implements the journal's interface. */
export const noteControlCalls = (recorder: Notes, wall: Clock, prefix: string): Pick<Journal, 'add'> => ({
  add: (exchange) => {
    const { operation, request, reply, sandbox, caller } = exchange;
    if (operation === undefined || sandbox === undefined || reply.status >= 300 || !STEERING.has(operation.id)) return;
    const organization = caller?.organization;
    if (organization === undefined) return;
    const bytes = request.bodyRead?.();
    recorder.control(organization.uuid, {
      at: sandbox.clock.now(),
      wallAt: wall.now(),
      method: request.method,
      path: request.path.slice(prefix.length),
      body: bytes === undefined || bytes.byteLength === 0 ? null : Buffer.from(bytes).toString('utf8'),
      mediaType: request.header('content-type') ?? 'application/json',
    });
  },
});
