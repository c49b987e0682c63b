import { useSignal } from '@preact/signals';
import type { components } from '../../../src/generated/admin-types.ts';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { type OrderStatus, countWords, statusWords } from './words.ts';

type Goal = components['schemas']['OrderGoal'];

const STATUSES: readonly OrderStatus[] = [
  ...(['CREATED', 'INVOICE_SUBMITTED', 'PAYMENT_SUBMITTED', 'READY_FOR_PICKUP', 'TRANSPORT_IN_PROGRESS'] as const),
  ...(['TRANSPORT_COMPLETED', 'COMPLIANCE_VALID', 'COMPLIANCE_INVALID', 'CANCELLED'] as const),
];
/** By the value of the choice. VAT that the rules of the order decide comes first; the last ones change its buyer. */
const VERDICTS: Readonly<Record<string, { readonly words: string; readonly goal: Goal }>> = {
  exempt: { words: 'Valid export', goal: { verdict: 'VALID_EXPORT' } },
  taxed: { words: 'VAT applicable', goal: { verdict: 'VAT_APPLICABLE' } },
  vies: {
    words: 'VAT applicable: VIES refuses the buyer, for all its orders',
    goal: { verdict: 'VAT_APPLICABLE', because: 'vies' },
  },
};

/** Brings the order to a status or a verdict by legal calls. */
export const GoTo = ({ uuid }: { readonly uuid: string }) => {
  const goal = useSignal('');
  const goThere = async (): Promise<void> => {
    const body = VERDICTS[goal.value]?.goal ?? { status: goal.value as OrderStatus };
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
              <option key={status} value={status}>
                {statusWords(status)}
              </option>
            ))}
          </optgroup>
          <optgroup label="Verdict">
            {Object.entries(VERDICTS).map(([value, { words }]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <Button changes small kind="primary" disabled={goal.value === ''} onClick={goThere}>
        Go
      </Button>
    </div>
  );
};
