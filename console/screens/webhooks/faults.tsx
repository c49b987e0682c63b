import { useSignal } from '@preact/signals';
import type { DeliveryRule } from '../../../src/generated/control-schemas.ts';
import { Button, Card, CodeBlock, Dialog, Shown, ask, showToast } from '../../kit/kit.ts';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';

/** The faults injected into deliveries to one endpoint. */
export const ChaosRules = ({ id }: { readonly id: string }) => {
  const chaos = useCall('/webhooks/{id}/chaos', { path: { id } }, ['state', 'scenario']);
  const isAdding = useSignal(false);
  const set = async (rules: readonly DeliveryRule[]): Promise<void> => {
    if (rules.length === 0) await call('DELETE', '/webhooks/{id}/chaos', { path: { id } });
    else await call('PUT', '/webhooks/{id}/chaos', { path: { id }, body: { rules: [...rules] } });
    chaos.again();
  };
  return (
    <Card
      title="Injected faults"
      actions={
        <Button
          onClick={() => {
            isAdding.value = true;
          }}
        >
          Add a rule
        </Button>
      }
    >
      <Shown read={chaos}>
        {({ rules, alsoInForce }) => (
          <div class="stack">
            {rules.length === 0 && (
              <p class="small muted">
                None: each delivery is sent once, signed correctly. Add a rule to see how your receiver copes with
                duplicates, reordering, outages and forged signatures.
              </p>
            )}
            <Rules rules={rules} set={set} />
            {alsoInForce.map(({ by, rules: others }) => (
              <div key={by} class="stack">
                <p class="small muted">Also in force, by {by}:</p>
                <ul class="chaos-rules">
                  {others.map((rule, index) => (
                    <li key={index}>{describeRule(rule)}</li>
                  ))}
                </ul>
              </div>
            ))}
            {isAdding.value && (
              <ChaosForm
                onClose={() => {
                  isAdding.value = false;
                }}
                onAdd={(rule) => set([...rules, rule])}
              />
            )}
          </div>
        )}
      </Shown>
    </Card>
  );
};

const Rules = ({
  rules,
  set,
}: {
  readonly rules: readonly DeliveryRule[];
  readonly set: (rules: readonly DeliveryRule[]) => Promise<void>;
}) => {
  if (rules.length === 0) return null;
  const remove = async (index: number): Promise<void> => {
    await set(rules.filter((_, each) => each !== index));
    showToast('The rule is removed.', { undo: () => void set(rules) });
  };
  const removeAll = async (): Promise<void> => {
    const text = 'Deliveries to this endpoint are sent as usual from now on.';
    if (await ask({ title: 'Remove all rules?', text, verb: 'Remove all rules', danger: true })) await set([]);
  };
  return (
    <>
      <ol class="chaos-rules">
        {rules.map((rule, index) => (
          <li key={index} class="row spread">
            <span>{describeRule(rule)}</span>
            <Button changes small kind="quiet" label={`Remove rule ${String(index + 1)}`} onClick={() => remove(index)}>
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <details>
        <summary class="small">As JSON</summary>
        <CodeBlock text={JSON.stringify({ rules }, undefined, 2)} what="the rules" />
      </details>
      {rules.length > 1 && (
        <div>
          <Button changes small kind="danger" onClick={removeAll}>
            Remove all
          </Button>
        </div>
      )}
    </>
  );
};

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
const ChaosForm = ({
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

const SIGNATURE_WORDS = {
  stale: 'sign with an old time stamp',
  future: 'sign with a time stamp in the future',
  'wrong-secret': 'sign with another secret',
  'altered-body': 'change the body after signing',
  missing: 'leave the signature out',
};

/** A rule in words: "For compliance.*, send each event 2 times." */
const describeRule = ({ events, share, ...rule }: DeliveryRule): string => {
  const to = events === undefined ? 'For all events' : `For ${events.join(', ')}`;
  const part = share === undefined ? '' : ` (${String(Math.round(share * 100))} % of them)`;
  const does = [
    ...(rule.outcomes === undefined ? [] : [`let attempts end with ${rule.outcomes.join(', ')}`]),
    ...(rule.downFor === undefined ? [] : [`refuse attempts for ${rule.downFor}`]),
    ...(rule.delay === undefined ? [] : [`delay the first attempt by ${rule.delay}`]),
    ...(rule.duplicate === undefined ? [] : [`send each event ${String(rule.duplicate)} times`]),
    ...(rule.reorder === undefined ? [] : ['send an event after the next one']),
    ...(rule.signature === undefined ? [] : [SIGNATURE_WORDS[rule.signature]]),
    ...(rule.slowBody === undefined ? [] : [`send the body slowly over ${rule.slowBody.over}`]),
  ];
  return `${to}${part}: ${does.join(', ')}.`;
};
