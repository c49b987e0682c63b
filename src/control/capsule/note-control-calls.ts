import type { Recorder } from '../../engine/capsule/recorder.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Clock } from '../../kernel/clock.ts';

/**
 * Calls that change a sandbox from outside its API. Moves of the clock are excluded: they follow from the times of
 * later calls.
 */
const STEERING = new Set([
  ...['runSimulator', 'emitEvent', 'uploadScenario', 'deleteScenario', 'activateScenario', 'deactivateScenario'],
  ...['changeOrganization', 'setAssumptions', 'changeAssumptions'],
  ...['resetScenarios', 'setScenarioState', 'rotateWebhookSecret', 'setWebhookChaos', 'clearWebhookChaos'],
  ...['replayDelivery', 'registerInbox', 'updateReceiver', 'deleteReceiver', 'setViesOutage'],
]);

type Notes = Pick<Recorder, 'control'>;

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
