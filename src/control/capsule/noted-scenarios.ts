import type { SandboxScenarios } from '../../engine/scenarios/sandbox-scenarios.ts';

/** The programmatic scenario API of a sandbox; records each change as the equivalent control call. */
export const notedScenarios = (
  own: SandboxScenarios,
  note: (method: string, path: string, body?: unknown) => void,
): SandboxScenarios => {
  const at = (name: string): string => `/scenarios/${encodeURIComponent(name)}`;
  const noting = async <T>(work: Promise<T>, method: string, path: string, body?: unknown): Promise<T> => {
    const result = await work;
    note(method, path, body);
    return result;
  };
  return {
    ...own,
    activate: (name) => noting(own.activate(name), 'POST', `${at(name)}/activate`),
    deactivate: (name) => noting(own.deactivate(name), 'POST', `${at(name)}/deactivate`),
    setState: (name, state) => noting(own.setState(name, state), 'PUT', `${at(name)}/state`, { state }),
    reset: () => noting(own.reset(), 'POST', '/scenarios/reset'),
    playNext: async (file) => {
      const status = await own.playNext(file);
      note('POST', '/scenarios', { ...file, scenario: status.name });
      note('POST', `${at(status.name)}/activate`);
      return status;
    },
    upload: (file) => noting(own.upload(file), 'POST', '/scenarios', file),
    remove: (name) => noting(own.remove(name), 'DELETE', at(name)),
  };
};
