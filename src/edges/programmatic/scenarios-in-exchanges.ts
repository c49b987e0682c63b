import type { SandboxScenarios } from '../../engine/scenarios/sandbox-scenarios.ts';

/** Runs a call on a sandbox as one exchange. */
export type Hold = <T>(sandbox: string | undefined, work: () => Promise<T>) => Promise<T>;

/** Each call on scenarios as one exchange with their sandbox, where several processes use it. */
export const scenariosInExchanges = (
  own: SandboxScenarios,
  hold: <T>(work: () => Promise<T>) => Promise<T>,
): SandboxScenarios => ({
  list: () => hold(own.list),
  show: (name) => hold(() => own.show(name)),
  find: (name) => hold(() => own.find(name)),
  activate: (name) => hold(() => own.activate(name)),
  deactivate: (name) => hold(() => own.deactivate(name)),
  setState: (name, state) => hold(() => own.setState(name, state)),
  reset: () => hold(own.reset),
  playNext: (file) => hold(() => own.playNext(file)),
  upload: (file) => hold(() => own.upload(file)),
  expectations: (name) => hold(() => own.expectations(name)),
  remove: (name) => hold(() => own.remove(name)),
});
