import type { Recorder } from '../../engine/capsule/recorder.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Clock } from '../../kernel/clock.ts';

/** What changes a sandbox from outside of its API. Moves of the clock follow from the times of what comes after them. */
const STEERING = new Set([
  ...['runSimulator', 'emitEvent', 'uploadScenario', 'deleteScenario', 'activateScenario', 'deactivateScenario'],
  ...['changeOrganization', 'setAssumptions', 'changeAssumptions'],
  ...['resetScenarios', 'setScenarioState', 'rotateWebhookSecret', 'setWebhookChaos', 'clearWebhookChaos'],
]);

type Notes = Pick<Recorder<never>, 'control'>;

/** Hears of calls of the control API, as a journal does. */
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
