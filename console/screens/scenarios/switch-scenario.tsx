import type { ScenarioStatus } from '../../../src/generated/control-schemas.ts';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';

/** Activates a scenario for every call of the sandbox, or ends it. */
export const SwitchScenario = ({
  scenario: { name, active },
  onChange,
  primary = false,
}: {
  readonly scenario: Pick<ScenarioStatus, 'name' | 'active'>;
  readonly onChange: () => void;
  readonly primary?: boolean;
}) => {
  const change = async (): Promise<void> => {
    if (active) await call('POST', '/scenarios/{name}/deactivate', { path: { name } });
    else await call('POST', '/scenarios/{name}/activate', { path: { name } });
    showToast(active ? `${name} is no longer active.` : `${name} now applies to every call of the sandbox.`);
    onChange();
  };
  return (
    <Button
      changes
      small={!primary}
      kind={primary && !active ? 'primary' : 'plain'}
      icon={active ? 'pause' : 'play'}
      label={`${active ? 'Deactivate' : 'Activate'} ${name}`}
      onClick={change}
    >
      {active ? 'Deactivate' : 'Activate'}
    </Button>
  );
};
