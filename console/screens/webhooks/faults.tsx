import { useSignal } from '@preact/signals';
import type { DeliveryRule, ReceiverList } from '../../../src/generated/control-schemas.ts';
import { Button, Card, CodeBlock, Fields, FormDialog, List, Note, OpensDialog, call } from '../../kit/kit.ts';
import { toAnswers, toWords } from './inboxes.tsx';

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
    await call('PATCH /webhooks/{id}', { path: { id }, body: { chaos } });
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
          {(close) => <NewFaultRule onClose={close} onAdd={(rule) => put([...rules, rule]).then(close)} />}
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
          <List ordered of={rules} class="chaos-rules" item="row spread">
            {(rule, index) => (
              <>
                <span>{describeRule(rule)}</span>
                <Button changes small kind="quiet" label={`Remove rule ${index + 1}`} onClick={() => remove(index)}>
                  Remove
                </Button>
              </>
            )}
          </List>
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
          <List of={theirs} class="chaos-rules">
            {describeRule}
          </List>
        </div>
      ))}
    </Card>
  );
};

type Kind = Exclude<keyof DeliveryRule, 'events' | 'share'>;

/** The faults in the order of the form: how each is told, and how what a person writes for it is read. */
const FAULTS: Readonly<
  Record<
    Kind,
    {
      readonly title: string;
      readonly tells: string;
      readonly label?: string;
      readonly usual: string;
      readonly read?: (text: string) => unknown;
    }
  >
> = {
  duplicate: {
    title: 'Send each event more than once',
    tells: 'send each event % times',
    label: 'How many times',
    usual: '2',
    read: Number,
  },
  reorder: {
    title: 'Send events in another order',
    tells: 'send an event after the next one',
    usual: '',
    read: () => true,
  },
  outcomes: {
    title: 'Let attempts fail',
    tells: 'let attempts end with %',
    label: 'Results of attempts 1, 2, 3 … (a status, timeout, reset, refused, pass)',
    usual: '500, timeout, pass',
    read: toAnswers,
  },
  downFor: {
    title: 'Receiver down for a time',
    tells: 'refuse attempts for %',
    label: 'For how long (ISO 8601)',
    usual: 'PT2H',
  },
  delay: {
    title: 'Delay the first attempt',
    tells: 'delay the first attempt by %',
    label: 'By how much (ISO 8601)',
    usual: 'PT10M',
  },
  signature: { title: 'Forge the signature', tells: '%', label: 'How', usual: 'wrong-secret' },
  slowBody: {
    title: 'Send the body slowly',
    tells: 'send the body slowly over %',
    label: 'Over how long (ISO 8601, real time)',
    usual: 'PT10S',
    read: (over) => ({ over, pieces: 10 }),
  },
};

const KINDS = Object.keys(FAULTS) as Kind[];

const SIGNATURES: Readonly<Record<NonNullable<DeliveryRule['signature']>, string>> = {
  'wrong-secret': 'sign with another secret',
  'altered-body': 'change the body after signing',
  stale: 'sign with an old time stamp',
  future: 'sign with a time stamp in the future',
  missing: 'leave the signature out',
};

/** A rule in words: "For order.*, send each event 2 times." */
const describeRule = (rule: DeliveryRule): string => {
  const { events, share, outcomes, signature, slowBody } = rule;
  const values = { ...rule, outcomes: outcomes?.join(', '), signature: signature && SIGNATURES[signature] };
  const part = share === undefined ? '' : ` (${Math.round(share * 100)} % of them)`;
  const does = KINDS.filter((kind) => rule[kind] !== undefined).map((kind) =>
    FAULTS[kind].tells.replace('%', String(kind === 'slowBody' ? slowBody?.over : values[kind])),
  );
  return `For ${events?.join(', ') ?? 'all events'}${part}: ${does.join(', ')}.`;
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
  const kind = written.value['kind'] as Kind;
  const { label, usual, read = String } = FAULTS[kind];
  const { [kind]: text = usual, events: on = '', share = '' } = written.value;
  const events = toWords(on);
  const rule: DeliveryRule = {
    ...(events.length === 0 ? {} : { events }),
    ...(share === '' || share === '100' ? {} : { share: Number(share) / 100 }),
    [kind]: read(text),
  };
  const choices = kind === 'signature' ? { choices: Object.keys(SIGNATURES) } : {};
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
