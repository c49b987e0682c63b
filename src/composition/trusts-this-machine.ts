import { isPrivate } from '../edges/admin/access/this-machine.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Whether programs on this machine need no token for the control API. */
export const trustsThisMachine = ({ config, isHosted }: Pick<RuntimeContext, 'config' | 'isHosted'>): boolean =>
  !isHosted && (isPrivate(config) || config.controlAccess === 'open');
