import type { SandboxQuotas } from '../../../control/sandboxes/sandbox-quotas.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** Shows what a sandbox has of its quotas. */
export const showQuotas = (quotasOf: SandboxQuotas) =>
  defineBehaviours({
    getQuotas: async ({ owner, sandbox, controller: { callUse, mayManage } }) =>
      ok({ data: [...(await quotasOf(owner, sandbox, { isOperator: mayManage, calls: async () => callUse() }))] }),
  });
