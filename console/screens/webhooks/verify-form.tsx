import type { SignatureCheck } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { call } from '../../server/call.ts';
import { SignatureSteps } from './signature-steps.tsx';

/** Paste a delivery: is it genuine, and if not, why? */
export const VerifyForm = () => {
  const headers = useSignal('');
  const body = useSignal('');
  const secret = useSignal('');
  const at = useSignal('');
  const result = useSignal<SignatureCheck | undefined>(undefined);
  const check = async (): Promise<void> => {
    result.value = await call('POST', '/webhooks/verify', {
      body: {
        ...{ headers: headers.value, body: body.value },
        ...(secret.value.trim() === '' ? {} : { secret: secret.value }),
        ...(at.value === '' ? {} : { at: toInstant(at.value) }),
      },
    });
  };
  return (
    <div class="verify-columns">
      <Card title="A delivery that you received">
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
          }}
        >
          <label class="field">
            <span>Headers, one per line</span>
            <textarea
              class="mono"
              rows={4}
              spellcheck={false}
              placeholder={'X-Service-Signature: t=1795165200,v1=5257a8…'}
              value={headers.value}
              onInput={({ currentTarget }) => {
                headers.value = currentTarget.value;
              }}
            />
          </label>
          <label class="field">
            <span>Body, byte for byte</span>
            <textarea
              class="mono"
              rows={8}
              spellcheck={false}
              dir="auto"
              placeholder={'{"id":"evt_…","type":"compliance.decision_made",…}'}
              value={body.value}
              onInput={({ currentTarget }) => {
                body.value = currentTarget.value;
              }}
            />
          </label>
          <label class="field">
            <span>Secret that your receiver verifies with</span>
            <input
              type="text"
              autocomplete="off"
              spellcheck={false}
              placeholder="whsec_… (empty: the secrets of this sandbox)"
              value={secret.value}
              onInput={({ currentTarget }) => {
                secret.value = currentTarget.value;
              }}
            />
          </label>
          <label class="field">
            <span>Received at (UTC; empty: now)</span>
            <input
              type="datetime-local"
              step="1"
              value={at.value}
              onInput={({ currentTarget }) => {
                at.value = currentTarget.value;
              }}
            />
          </label>
          <div class="row">
            <Button
              changes
              kind="primary"
              type="submit"
              disabled={headers.value === '' && body.value === ''}
              onClick={check}
            >
              Check the signature
            </Button>
          </div>
        </form>
      </Card>
      <Card title="Step by step">
        {result.value === undefined ? (
          <EmptyState icon="check" title="Paste a delivery">
            <p class="small">
              Headers and body as your receiver got them. You see each step of the check, and what is most likely wrong.
            </p>
          </EmptyState>
        ) : (
          <SignatureSteps check={result.value} />
        )}
      </Card>
    </div>
  );
};

/** The field has no zone, and no seconds if they are zero. */
const toInstant = (local: string): string => `${local.length === 16 ? `${local}:00` : local}Z`;
