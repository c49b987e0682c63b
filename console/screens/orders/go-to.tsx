import type { OrderGoal } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { STATUSES, countWords, decisionWords } from './words.ts';

const taxed = decisionWords('VAT_APPLICABLE');


/** Brings the order to a status or a verdict by legal calls. */
export const GoTo = ({ uuid }: { readonly uuid: string }) => {
  const goal = useSignal('');
  const goThere = async (): Promise<void> => {
    const [kind, name, because] = goal.value.split(':');
    const body = { [kind ?? '']: name, because } as OrderGoal;
    const { steps } = await call('POST', '/orders/{uuid}/goto', { path: { uuid }, body });
    showToast(
      steps.length === 0
        ? 'The order is there already.'
        : `Done in ${countWords(steps.length, 'step')}: see the timeline.`,
    );
    goal.value = '';
  };
  return (
    <div class="row">
      <label class="filter">
        <span class="muted small go-to">Bring it to</span>
        <select
          value={goal.value}
          onChange={({ currentTarget }) => {
            goal.value = currentTarget.value;
          }}
        >
          <option value="">a status or verdict</option>
          <optgroup label="Status">
            {Object.entries(STATUSES).map(([status, words]) => (
              <option key={status} value={`status:${status}`}>
                {words}
              </option>
            ))}
          </optgroup>
          <optgroup label="Verdict">
            <option value="verdict:VALID_EXPORT">{decisionWords('VALID_EXPORT')}</option>
            <option value="verdict:VAT_APPLICABLE">{taxed}</option>
            <option value="verdict:VAT_APPLICABLE:vies">{taxed} (VIES refuses)</option>
          </optgroup>
        </select>
      </label>
      <Button changes small kind="primary" disabled={goal.value === ''} onClick={goThere}>
        Go
      </Button>
    </div>
  );
};
