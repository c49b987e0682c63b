import { useSignal } from '@preact/signals';
import { go, link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { KeyValues } from '../../kit/key-values.tsx';
import { call } from '../../server/call.ts';
import { showToast } from '../../kit/toast.tsx';
import { Copied } from './copied.tsx';
import type { components } from '../../../src/generated/admin-types.ts';

type Registered = components['schemas']['Inbox'];

/** Makes an inbox and registers it, so that events arrive without a program of one's own. */
export const NewInbox = () => {
  const registered = useSignal<Registered | undefined>(undefined);
  const make = async (): Promise<void> => {
    const made = await call('PUT', '/inbox/{name}', { path: { name: await freeName() }, body: { register: true } });
    registered.value = made;
    go(link('webhooks', 'inboxes', made.name));
  };
  const close = (): void => {
    registered.value = undefined;
  };
  return (
    <>
      <Button changes kind="primary" icon="webhooks" onClick={make}>
        Receive events here
      </Button>
      {registered.value !== undefined && (
        <Dialog
          title="The inbox receives all events of the sandbox"
          onClose={close}
          actions={
            <Button kind="primary" onClick={close}>
              Show its messages
            </Button>
          }
        >
          <div class="stack">
            <KeyValues
              of={[
                ['URL', <Copied text={registered.value.url} what="the URL" />],
                ['Secret', <Copied text={registered.value.secret ?? ''} what="the secret" />],
                ['Endpoint', <Copied text={registered.value.webhookId ?? ''} what="the id of the endpoint" />],
              ]}
            />
            <p class="small muted">
              Like the API, the console shows the secret only now. The inbox verifies each signature itself.
            </p>
          </div>
        </Dialog>
      )}
    </>
  );
};

/** `inbox-1` and so on: the first name that no endpoint has. */
const freeName = async (): Promise<string> => {
  const { data } = await call('GET', '/webhooks');
  const taken = new Set(data.map(({ inbox }) => inbox));
  let number = 1;
  while (taken.has(`inbox-${String(number)}`)) number++;
  return `inbox-${String(number)}`;
};

export const emptyInbox = async (name: string): Promise<void> => {
  await call('DELETE', '/inbox/{name}', { path: { name } });
  showToast(`The inbox ${name} is empty.`);
};
