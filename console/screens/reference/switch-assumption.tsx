import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Inline } from '../../kit/prose.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';

/** The choice and its alternatives; where there is a switch, each can be tried in this sandbox. */
export const SwitchAssumption = ({
  assumption,
  again,
}: {
  readonly assumption: Assumption;
  readonly again: () => void;
}) => {
  const { id, chosen, alternatives, current, whyNot } = assumption;
  const set = async (choice: string | null): Promise<void> => {
    await call('PATCH', '/assumptions', { body: { [id]: choice } });
    again();
    const undo = async (): Promise<void> => {
      await call('PATCH', '/assumptions', { body: { [id]: current === chosen.id ? null : current } });
      again();
    };
    showToast(choice === null ? 'Back to the default choice.' : `This sandbox now uses “${choice}”.`, {
      undo: () => void undo(),
    });
  };
  return (
    <ul class="schema">
      {[chosen, ...alternatives].map((choice) => {
        const isCurrent = current === null ? choice === chosen : choice.id === current;
        return (
          <li key={choice.text} class="row spread">
            <div class="reading">
              <Inline text={choice.text} />
            </div>
            {isCurrent ? (
              <Badge tone="ok">In use</Badge>
            ) : choice.id === null ? (
              <span class="muted tiny">no switch</span>
            ) : (
              <Button changes small onClick={() => set(choice === chosen ? null : choice.id)}>
                Use this
              </Button>
            )}
          </li>
        );
      })}
      {whyNot !== undefined && (
        <li class="muted small">
          <Inline text={whyNot} />
        </li>
      )}
    </ul>
  );
};
