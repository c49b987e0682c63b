import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { call } from '../../server/call.ts';
import type { Scenario } from './types.ts';

/** The states of a scenario, the present one marked; another is entered by a click. */
export const ScenarioState = ({ scenario, again }: { readonly scenario: Scenario; readonly again: () => void }) => {
  const { name, state, states } = scenario;
  const enter = async (wanted: string): Promise<void> => {
    await call('POST', '/scenarios/{name}/activate', { path: { name }, body: { state: wanted } });
    again();
  };
  const restart = async (): Promise<void> => {
    await call('POST', '/scenarios/{name}/activate', { path: { name } });
    again();
  };
  return (
    <Card
      title="State"
      actions={
        <Button changes small icon="reset" onClick={restart}>
          Start again
        </Button>
      }
    >
      <div class="row" role="group" aria-label="State">
        {states.map((each) => (
          <Button
            changes
            key={each}
            small
            pressed={each === state}
            onClick={() => (each === state ? undefined : enter(each))}
          >
            {each}
          </Button>
        ))}
      </div>
    </Card>
  );
};
