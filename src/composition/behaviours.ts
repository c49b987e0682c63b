import type { OwnBehaviours } from '../edges/files/behaviours-file.ts';
import { createReloadReport } from '../edges/files/yaml-folder.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** The operator's own behaviours: those of the program, of the setting, or beside a third-party description. */
export const openBehaviours = async (runtime: RuntimeContext): Promise<OwnBehaviours> => {
  const { contract, observer, isForeign, config } = runtime;
  const known = runtime.behaviours ?? config.behaviours;
  if (known === 'none' || (known === undefined && !isForeign)) return { close: () => undefined };
  const { findBehaviours, openOwnBehaviours } = await import('../edges/files/behaviours-file.ts');
  const given = known ?? findBehaviours(contract);
  if (given === undefined) return { close: () => undefined };
  return openOwnBehaviours({ ...runtime, given, reloaded: createReloadReport(observer, 'behaviours') });
};
