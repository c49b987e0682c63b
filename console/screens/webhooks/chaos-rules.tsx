import { useSignal } from '@preact/signals';
import { ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { Shown } from '../../kit/shown.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { ChaosForm } from './chaos-form.tsx';
import { describeRule } from './describe-rule.ts';
import type { DeliveryRule } from './types.ts';

/** The faults injected into deliveries to one endpoint. */
export const ChaosRules = ({ id }: { readonly id: string }) => {
  const endpoints = useCall('/webhooks', {}, ['state', 'scenario']);
  const isAdding = useSignal(false);
  const set = async (rules: readonly DeliveryRule[]): Promise<void> => {
    const chaos = rules.length === 0 ? null : { rules: [...rules] };
    await call('PATCH', '/webhooks/{id}', { path: { id }, body: { chaos } });
    endpoints.again();
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
      <Shown read={endpoints}>
        {({ data, chaosOfScenarios }) => {
          const rules = data.find((endpoint) => endpoint.id === id)?.chaos?.rules ?? [];
          return (
            <div class="stack">
              {rules.length === 0 && (
                <p class="small muted">
                  None: each delivery is sent once, signed correctly. Add a rule to see how your receiver copes with
                  duplicates, reordering, outages and forged signatures.
                </p>
              )}
              <Rules rules={rules} set={set} />
              {chaosOfScenarios.map(({ by, rules: others }) => (
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
          );
        }}
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
