import type { DeliveryRule } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { describeRule } from './describe-rule.ts';

type Kind = 'outcomes' | 'downFor' | 'delay' | 'duplicate' | 'reorder' | 'signature' | 'slowBody';

const KINDS: readonly {
  readonly kind: Kind;
  readonly title: string;
  readonly label?: string;
  readonly usual?: string;
}[] = [
  { kind: 'duplicate', title: 'Send each event more than once', label: 'How many times', usual: '2' },
  { kind: 'reorder', title: 'Send events in another order' },
  {
    ...{ kind: 'outcomes', title: 'Let attempts fail' },
    ...{
      label: 'Results of attempts 1, 2, 3 … (a status, timeout, reset, refused, pass)',
      usual: '500, timeout, pass',
    },
  },
  { kind: 'downFor', title: 'Receiver down for a time', label: 'For how long (ISO 8601)', usual: 'PT2H' },
  { kind: 'delay', title: 'Delay the first attempt', label: 'By how much (ISO 8601)', usual: 'PT10M' },
  { kind: 'signature', title: 'Forge the signature', label: 'How', usual: 'wrong-secret' },
  { kind: 'slowBody', title: 'Send the body slowly', label: 'Over how long (ISO 8601, real time)', usual: 'PT10S' },
];

const SIGNATURES = ['wrong-secret', 'altered-body', 'stale', 'future', 'missing'];

/** One rule at a time; the list keeps their order. */
export const ChaosForm = ({
  onAdd,
  onClose,
}: {
  readonly onAdd: (rule: DeliveryRule) => Promise<void>;
  readonly onClose: () => void;
}) => {
  const kind = useSignal<Kind>('duplicate');
  const value = useSignal('2');
  const events = useSignal('');
  const share = useSignal('100');
  const rule = toRule(kind.value, value.value, events.value, share.value);
  const chosen = KINDS.find((each) => each.kind === kind.value);
  const add = async (): Promise<void> => {
    await onAdd(rule);
    onClose();
  };
  return (
    <Dialog
      title="Inject a fault"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button changes kind="primary" onClick={add}>
            Add the rule
          </Button>
        </>
      }
    >
      <div class="stack">
        <label class="field">
          <span>What happens</span>
          <select
            value={kind.value}
            onChange={({ currentTarget }) => {
              kind.value = currentTarget.value as Kind;
              value.value = KINDS.find((each) => each.kind === currentTarget.value)?.usual ?? '';
            }}
          >
            {KINDS.map((each) => (
              <option key={each.kind} value={each.kind}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        {chosen?.label !== undefined && (
          <label class="field">
            <span>{chosen.label}</span>
            {kind.value === 'signature' ? (
              <select
                value={value.value}
                onChange={({ currentTarget }) => {
                  value.value = currentTarget.value;
                }}
              >
                {SIGNATURES.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            ) : (
              <input
                value={value.value}
                onInput={({ currentTarget }) => {
                  value.value = currentTarget.value;
                }}
              />
            )}
          </label>
        )}
        <label class="field">
          <span>For these events (empty: all)</span>
          <input
            placeholder="compliance.*, kyc.*"
            value={events.value}
            onInput={({ currentTarget }) => {
              events.value = currentTarget.value;
            }}
          />
        </label>
        <label class="field">
          <span>Share of these events, in percent</span>
          <input
            type="number"
            min="1"
            max="100"
            value={share.value}
            onInput={({ currentTarget }) => {
              share.value = currentTarget.value;
            }}
          />
        </label>
        <p class="small muted" aria-live="polite">
          {describeRule(rule)}
        </p>
      </div>
    </Dialog>
  );
};

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const toRule = (kind: Kind, value: string, events: string, share: string): DeliveryRule => ({
  ...(words(events).length === 0 ? {} : { events: words(events) }),
  ...(share === '' || share === '100' ? {} : { share: Number(share) / 100 }),
  ...toFault(kind, value),
});

const toFault = (kind: Kind, value: string): DeliveryRule => {
  switch (kind) {
    case 'duplicate':
      return { duplicate: Number(value) };
    case 'reorder':
      return { reorder: true };
    case 'outcomes':
      return { outcomes: words(value).map((word) => (/^\d+$/.test(word) ? Number(word) : word)) as never };
    case 'slowBody':
      return { slowBody: { over: value, pieces: 10 } };
    default:
      return { [kind]: value };
  }
};
