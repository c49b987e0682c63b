import { useSignal } from '@preact/signals';
import type { components } from '../../../src/generated/admin-types.ts';
import { Button } from '../../kit/button.tsx';
import { inWords } from '../../kit/in-words.ts';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { type OrderStatus, countWords, statusWords } from './words.ts';

type Goal = components['schemas']['OrderGoal'];

const STATUSES: readonly OrderStatus[] = [
  ...(['CREATED', 'INVOICE_SUBMITTED', 'PAYMENT_SUBMITTED', 'READY_FOR_PICKUP', 'TRANSPORT_IN_PROGRESS'] as const),
  ...(['TRANSPORT_COMPLETED', 'COMPLIANCE_VALID', 'COMPLIANCE_INVALID', 'CANCELLED'] as const),
];
const VERDICTS = ['VALID_EXPORT', 'VAT_APPLICABLE'] as const;

/** Brings the order to a status or a verdict by legal calls. */
export const GoTo = ({ uuid }: { readonly uuid: string }) => {
  const goal = useSignal('');
  const goThere = async (): Promise<void> => {
    const [kind, name, because] = goal.value.split(':');
    const body = { [kind ?? '']: name, because } as Goal;
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
            {STATUSES.map((status) => (
              <option key={status} value={`status:${status}`}>
                {statusWords(status)}
              </option>
            ))}
          </optgroup>
          <optgroup label="Verdict">
            {VERDICTS.map((verdict) => (
              <option key={verdict} value={`verdict:${verdict}`}>
                {inWords(verdict)}
              </option>
            ))}
            <option value="verdict:VAT_APPLICABLE:vies">VAT applicable (VIES refuses)</option>
          </optgroup>
        </select>
      </label>
      <Button changes small kind="primary" disabled={goal.value === ''} onClick={goThere}>
        Go
      </Button>
    </div>
  );
};
