import type { SandboxScenarios } from '../../engine/scenarios/sandbox-scenarios.ts';

/** Runs a call on a sandbox as one exchange. */
export type Hold = <T>(sandbox: string | undefined, work: () => Promise<T>) => Promise<T>;

/** Each call on scenarios finds them anew: another server may have been the home of the sandbox meanwhile. */
export const scenariosInExchanges = (
  find: () => Promise<SandboxScenarios>,
  hold: <T>(work: () => Promise<T>) => Promise<T>,
): SandboxScenarios => {
  const call = <T>(work: (own: SandboxScenarios) => Promise<T>): Promise<T> => hold(async () => work(await find()));
  return {
    list: () => call((own) => own.list()),
    show: (name) => call((own) => own.show(name)),
    find: (name) => call((own) => own.find(name)),
    activate: (name) => call((own) => own.activate(name)),
    deactivate: (name) => call((own) => own.deactivate(name)),
    setState: (name, state) => call((own) => own.setState(name, state)),
    reset: () => call((own) => own.reset()),
    playNext: (file) => call((own) => own.playNext(file)),
    upload: (file) => call((own) => own.upload(file)),
    expectations: (name) => call((own) => own.expectations(name)),
    remove: (name) => call((own) => own.remove(name)),
  };
};
