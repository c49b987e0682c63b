import { findBehaviours, openOwnBehaviours, type OwnBehaviours } from '../edges/files/behaviours-file.ts';
import { createReloadReport } from '../edges/files/yaml-folder.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** The operator's own behaviours: those of the program, of the setting, or beside a third-party description. */
export const openBehaviours = async (runtime: RuntimeContext): Promise<OwnBehaviours> => {
  const { contract, observer, isForeign, config } = runtime;
  const given = runtime.behaviours ?? config.behaviours ?? (isForeign ? findBehaviours(contract) : undefined);
  if (given === undefined || given === 'none') return { close: () => undefined };
  return openOwnBehaviours({ ...runtime, given, reloaded: createReloadReport(observer, 'behaviours') });
};
