import type { SimulatorRun } from '../../generated/control-schemas.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { suggestFromAll } from '../../engine/matching/nearest.ts';
import { type Simulator, type Target, SIMULATORS } from '../../vat/simulators/simulators.ts';
import { violation } from '../../vat/policy/problem.ts';
import type { EmittedEvent } from '../../engine/message/message.ts';

/** Triggers a business outcome. Throws 404, 409 or 422 with the reason. */
export const simulate = async (sandbox: Sandbox, name: string, target: Target): Promise<SimulatorRun> => {
  const simulator = SIMULATORS.get(name);
  if (simulator === undefined)
    throw problem('not-found', {
      detail: `There is no simulator "${name.slice(0, 64)}": ${suggestFromAll(name, SIMULATORS.keys())}.`,
    });
  checkTarget(simulator, target);
  const emitted: EmittedEvent[] = [];
  await sandbox.transact((work) => simulator.run(work, target), emitted);
  const events = emitted.map(({ type }) => type);
  return { simulator: name, events };
};

/**
 * Unknown members are errors, as missing ones are: a misspelt or misplaced member would otherwise be ignored silently.
 */
const checkTarget = ({ name, needs, takes }: Simulator, target: Target): void => {
  for (const member of needs)
    if (target[member] === undefined) throw violation(member, `is required by the simulator ${name}`, null);
  for (const [member, value] of Object.entries(target))
    if (!needs.includes(member as keyof Target) && !takes.includes(member as keyof Target))
      throw violation(member, `is not taken by the simulator ${name}`, value);
};
