import type { Recorder } from '../../engine/capsule/recorder.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Clock } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';

/** Records a programmatic change of a sandbox as the equivalent control call. */
export type NoteSteering = (sandbox: Sandbox, method: string, path: string, body?: unknown) => void;

export const createSteeringNotes =
  (recorder: Pick<Recorder, 'control'>, wall: Clock): NoteSteering =>
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
