import { useSignal } from '@preact/signals';
import type { DeliveryRule, ReceiverList } from '../../../src/generated/control-schemas.ts';
import { Button, Card, CodeBlock, Fields, FormDialog, OpensDialog, call, Note } from '../../kit/kit.ts';
import { toWords } from './inboxes.tsx';

/** The faults injected into deliveries to one endpoint. */
export const FaultRules = ({
  id,
  rules,
  others,
}: {
  readonly id: string;
  readonly rules: readonly DeliveryRule[];
  /** Those that scenarios inject, which are in force for all endpoints. */
  readonly others: ReceiverList['chaosOfScenarios'];
}) => {
  const put = async (wanted: readonly DeliveryRule[]) => {
    const chaos = wanted.length === 0 ? null : { rules: [...wanted] };
    await call('PATCH', '/webhooks/{id}', { path: { id }, body: { chaos } });
  };
  const remove = async (index: number) => {
    await put(rules.filter((_, each) => each !== index));
    return { text: 'The rule is removed.', undo: () => put(rules) };
  };
  return (
    <Card
      title="Injected faults"
      actions={
        <OpensDialog words="Add a rule">
          {(close) => (
            <NewFaultRule
              onClose={close}
              onAdd={async (rule) => {
                await put([...rules, rule]);
                close();
              }}
            />
          )}
        </OpensDialog>
      }
    >
      {rules.length === 0 ? (
        <Note>
          None: each delivery is sent once, signed correctly. Add a rule to see how your receiver copes with duplicates,
          reordering, outages and forged signatures.
        </Note>
      ) : (
        <>
          <ol class="chaos-rules">
            {rules.map((rule, index) => (
              <li key={index} class="row spread">
                <span>{describeRule(rule)}</span>
                <Button
                  changes
                  small
                  kind="quiet"
                  label={`Remove rule ${String(index + 1)}`}
                  onClick={() => remove(index)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ol>
          <details>
            <summary class="small">As JSON</summary>
            <CodeBlock text={JSON.stringify({ rules }, undefined, 2)} what="the rules" />
          </details>
        </>
      )}
      {rules.length > 1 && (
        <div>
          <Button
            changes
            small
            kind="danger"
            ask={{
              title: 'Remove all rules?',
              text: 'Deliveries to this endpoint are sent as usual from now on.',
              verb: 'Remove all rules',
            }}
            onClick={() => put([])}
          >
            Remove all
          </Button>
        </div>
      )}
      {others.map(({ by, rules: theirs }) => (
        <div key={by} class="stack">
          <Note>Also in force, by {by}:</Note>
          <ul class="chaos-rules">
            {theirs.map((rule, index) => (
              <li key={index}>{describeRule(rule)}</li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
};

type Fault = Omit<DeliveryRule, 'events' | 'share'>;

const SIGNATURES: Readonly<Record<NonNullable<Fault['signature']>, string>> = {
  'wrong-secret': 'sign with another secret',
  'altered-body': 'change the body after signing',
  stale: 'sign with an old time stamp',
  future: 'sign with a time stamp in the future',
  missing: 'leave the signature out',
};

/** The faults in the order of the form: how each is asked for, read, and told. */
const FAULTS: {
  readonly [Kind in keyof Required<Fault>]: {
    readonly title: string;
    readonly label?: string;
    readonly usual: string;
    readonly read: (text: string) => Required<Fault>[Kind];
    readonly tell: (fault: Required<Fault>[Kind]) => string;
  };
} = {
  duplicate: {
    ...{ title: 'Send each event more than once', label: 'How many times', usual: '2', read: Number },
    tell: (times) => `send each event ${String(times)} times`,
  },
  reorder: {
    ...{ title: 'Send events in another order', usual: '', read: () => true },
    tell: () => 'send an event after the next one',
  },
  outcomes: {
    title: 'Let attempts fail',
    label: 'Results of attempts 1, 2, 3 … (a status, timeout, reset, refused, pass)',
    usual: '500, timeout, pass',
    read: (text) => toWords(text).map((word) => (/^\d+$/.test(word) ? Number(word) : word)) as never,
    tell: (outcomes) => `let attempts end with ${outcomes.join(', ')}`,
  },
  downFor: {
    ...{ title: 'Receiver down for a time', label: 'For how long (ISO 8601)', usual: 'PT2H', read: String },
    tell: (time) => `refuse attempts for ${time}`,
  },
  delay: {
    ...{ title: 'Delay the first attempt', label: 'By how much (ISO 8601)', usual: 'PT10M', read: String },
    tell: (time) => `delay the first attempt by ${time}`,
  },
  signature: {
    ...{ title: 'Forge the signature', label: 'How', usual: 'wrong-secret', read: (text) => text as never },
    tell: (how) => SIGNATURES[how],
  },
  slowBody: {
    ...{ title: 'Send the body slowly', label: 'Over how long (ISO 8601, real time)', usual: 'PT10S' },
    read: (over) => ({ over, pieces: 10 }),
    tell: ({ over }) => `send the body slowly over ${over}`,
  },
};

const KINDS = Object.keys(FAULTS) as (keyof Fault)[];

/** A rule in words: "For order.*, send each event 2 times." */
const describeRule = (rule: DeliveryRule): string => {
  const to = rule.events === undefined ? 'For all events' : `For ${rule.events.join(', ')}`;
  const part = rule.share === undefined ? '' : ` (${String(Math.round(rule.share * 100))} % of them)`;
  const does = KINDS.filter((kind) => rule[kind] !== undefined).map((kind) => FAULTS[kind].tell(rule[kind] as never));
  return `${to}${part}: ${does.join(', ')}.`;
};

/** One rule at a time; the list keeps their order. */
const NewFaultRule = ({
  onAdd,
  onClose,
}: {
  readonly onAdd: (rule: DeliveryRule) => Promise<void>;
  readonly onClose: () => void;
}) => {
  const written = useSignal<Readonly<Record<string, string>>>({ kind: 'duplicate', share: '100' });
  const kind = written.value['kind'] as keyof Fault;
  const { label, usual, read } = FAULTS[kind];
  const { [kind]: text = usual, events: on = '', share = '' } = written.value;
  const events = toWords(on);
  const rule: DeliveryRule = {
    ...(events.length === 0 ? {} : { events }),
    ...(share === '' || share === '100' ? {} : { share: Number(share) / 100 }),
    [kind]: read(text),
  };
  const choices = kind === 'signature' ? { choices: Object.keys(SIGNATURES).map((each) => [each, each] as const) } : {};
  return (
    <FormDialog title="Inject a fault" verb="Add the rule" onClose={onClose} onSubmit={() => onAdd(rule)}>
      <Fields
        of={written}
        fields={[
          { name: 'kind', label: 'What happens', choices: KINDS.map((each) => [each, FAULTS[each].title]) },
          ...(label === undefined ? [] : [{ name: kind, label, usual, ...choices }]),
          { name: 'events', label: 'For these events (empty: all)', placeholder: 'order.created, order.*' },
          { name: 'share', label: 'Share of these events, in percent', type: 'number', min: '1', max: '100' },
        ]}
      />
      <p class="small muted" aria-live="polite">
        {describeRule(rule)}
      </p>
    </FormDialog>
  );
};
