import type { InboxMessage, SignatureCheck, WholeDelivery } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { call } from '../../server/call.ts';
import { useRead } from '../../server/use-call.ts';
import { inboxIn } from './delivery-list.tsx';
import { SignatureSteps } from './signature-steps.tsx';

/** What an inbox received, if the delivery went to one; otherwise an attempt as it would be signed now. */
interface Checked {
  readonly check: SignatureCheck;
  readonly message: InboxMessage | undefined;
}

const check = async (delivery: WholeDelivery, secret: string): Promise<Checked> => {
  const message = await findMessage(delivery);
  const given = secret === '' ? { webhookId: delivery.webhookId } : { secret };
  const body = message === undefined ? { deliveryId: delivery.id } : toRequest(message);
  return { check: await call('POST', '/webhooks/verify', { body: { ...body, ...given } }), message };
};

/** A message of an inbox, to be checked as it arrived. */
export const toRequest = ({ headers, body, encoding, receivedAt }: InboxMessage) => ({
  headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  ...{ body, encoding, at: receivedAt },
});

const findMessage = async ({ url, eventId, tries }: WholeDelivery): Promise<InboxMessage | undefined> => {
  const name = inboxIn(url);
  if (name === undefined || tries.length === 0) return undefined;
  const { messages } = await call('GET', '/inbox/{name}', { path: { name } });
  return messages.findLast(({ body }) => body.includes(`"${eventId}"`));
};

export const DeliverySignature = ({ delivery }: { readonly delivery: WholeDelivery }) => {
  const typed = useSignal('');
  const secret = useSignal('');
  const checked = useRead(() => check(delivery, secret.value), [delivery.id, delivery.tries.length, secret.value]);
  return (
    <div class="stack">
      <form
        class="row signature-secret"
        onSubmit={(event) => {
          event.preventDefault();
          secret.value = typed.value.trim();
        }}
      >
        <label class="field">
          <span>Your receiver’s secret</span>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            placeholder="Empty: the secret of the endpoint"
            value={typed.value}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
            }}
          />
        </label>
        <Button changes type="submit">
          Check with this secret
        </Button>
      </form>
      <Shown read={checked}>
        {({ check: result, message }) => (
          <div class="stack">
            <p class="small muted">
              {message === undefined ? (
                'As an attempt is signed now: the headers that your receiver got are not stored.'
              ) : (
                <>
                  As it arrived in the inbox <Time at={message.receivedAt} on="wall" />.
                </>
              )}
            </p>
            <SignatureSteps check={result} />
          </div>
        )}
      </Shown>
    </div>
  );
};
