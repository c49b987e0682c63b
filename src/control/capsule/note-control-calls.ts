import type { Recorder } from '../../engine/capsule/recorder.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { SandboxScenarios } from '../../engine/scenarios/sandbox-scenarios.ts';
import type { Clock } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { controllerOf } from '../../edges/admin/access/controller.ts';

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
    const { operation, request, reply, sandbox } = exchange;
    if (operation === undefined || sandbox === undefined || reply.status >= 300 || !STEERING.has(operation.id)) return;
    const { organization } = controllerOf(exchange as Parameters<typeof controllerOf>[0]);
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

/** The scenarios of a sandbox in the hands of a program: noted as the control calls that would have done the same. */
export const notedScenarios = (
  own: SandboxScenarios,
  note: (method: string, path: string, body: string | null) => void,
): SandboxScenarios => {
  const at = (name: string): string => `/scenarios/${encodeURIComponent(name)}`;
  const noting = async <T>(work: Promise<T>, method: string, path: string, body: string | null = null): Promise<T> => {
    const result = await work;
    note(method, path, body);
    return result;
  };
  return {
    ...own,
    activate: (name) => noting(own.activate(name), 'POST', `${at(name)}/activate`),
    deactivate: (name) => noting(own.deactivate(name), 'POST', `${at(name)}/deactivate`),
    setState: (name, state) => noting(own.setState(name, state), 'PUT', `${at(name)}/state`, stringifyJson({ state })),
    reset: () => noting(own.reset(), 'POST', '/scenarios/reset'),
    upload: (file) => noting(own.upload(file), 'POST', '/scenarios', stringifyJson(file)),
    remove: (name) => noting(own.remove(name), 'DELETE', at(name)),
  };
};
