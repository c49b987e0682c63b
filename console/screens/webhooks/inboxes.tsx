import { useSignal } from '@preact/signals';
import type { InboxMessage, Inbox, SignatureCheck } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  Card,
  CodeBlock,
  CopyButton,
  Dialog,
  EmptyState,
  Form,
  HttpStatus,
  KeyValues,
  Shown,
  Time,
  type Tone,
  confirmDialog,
  showToast,
} from '../../kit/kit.ts';
import { go, link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { SignatureSteps, toRequest } from './signature.tsx';

/** The messages of one inbox as they arrive, newest first. */
export const InboxView = ({ name }: { readonly name: string }) => {
  const inbox = useCall('/inbox/{name}', { path: { name } }, ['delivery', 'state']);
  const empty = async (): Promise<void> => {
    const text = 'Its messages are deleted, and it answers 200 again. The URL stays the same.';
    if (!(await confirmDialog({ title: `Empty the inbox ${name}?`, text, verb: 'Empty the inbox', danger: true })))
      return;
    await emptyInbox(name);
    inbox.again();
  };
  return (
    <div class="stack">
      <Back to={link('webhooks', 'inboxes')}>All inboxes</Back>
      <Shown read={inbox}>
        {({ url, messages, received, answers }) => (
          <div class="stack">
            <Card
              title={`Inbox ${name}`}
              actions={
                <>
                  <Button changes onClick={() => register(name)}>
                    Register as an endpoint
                  </Button>
                  <Button changes kind="danger" disabled={received === 0 && answers.length === 0} onClick={empty}>
                    Empty
                  </Button>
                </>
              }
            >
              <div class="stack">
                <KeyValues
                  of={[
                    [
                      'URL',
                      <span class="row new-inbox-value">
                        <code>{url}</code>
                        <CopyButton text={url} what="the URL" />
                      </span>,
                    ],
                    ['Received', `${String(received)}, of which ${String(messages.length)} are kept`],
                  ]}
                />
                <InboxAnswers name={name} answers={answers} onChange={inbox.again} />
              </div>
            </Card>
            {messages.length === 0 ? (
              <EmptyState icon="webhooks" title="No message yet">
                <p class="small">The next event that is delivered here appears at once.</p>
              </EmptyState>
            ) : (
              <ol class="stack inbox-messages" aria-label="Messages, newest first">
                {messages.toReversed().map((message) => (
                  <li key={message.number}>
                    <Message message={message} />
                  </li>
                ))}
              </ol>
            )}
          </div>
        )}
      </Shown>
    </div>
  );
};

const register = async (name: string): Promise<void> => {
  const { created, webhookId } = await call('PUT', '/inbox/{name}', { path: { name }, body: { register: true } });
  showToast(
    created === true
      ? `All events arrive here from now on (${webhookId ?? name}).`
      : `It is registered already (${webhookId ?? name}).`,
  );
};

const TONES: Readonly<Record<InboxMessage['signature']['verdict'], Tone>> = {
  valid: 'ok',
  stale: 'warn',
  future: 'warn',
  invalid: 'bad',
  missing: 'bad',
  unknown: 'quiet',
};

const Message = ({ message }: { readonly message: InboxMessage }) => {
  const { number, receivedAt, signature, answered, headers, body, encoding } = message;
  const check = useSignal<SignatureCheck | undefined>(undefined);
  const takeApart = async (): Promise<void> => {
    check.value = await call('POST', '/webhooks/verify', { body: toRequest(message) });
  };
  return (
    <details class="card inbox-message">
      <summary>
        <span class="muted tiny">#{number}</span>
        <strong class="mono clip">{toType(body) ?? 'message'}</strong>
        <Badge tone={TONES[signature.verdict]}>signature {signature.verdict}</Badge>
        <span class="inbox-answered">
          {typeof answered === 'number' ? <HttpStatus status={answered} /> : <Badge tone="bad">{answered}</Badge>}
        </span>
        <span class="muted small">
          <Time at={receivedAt} on="wall" />
        </span>
      </summary>
      <div class="stack inbox-message-body">
        <div class="row spread">
          <p class="small inbox-reason">{signature.reason}.</p>
          {check.value === undefined && (
            <Button changes small onClick={takeApart}>
              Check the signature step by step
            </Button>
          )}
        </div>
        {check.value !== undefined && <SignatureSteps check={check.value} />}
        <KeyValues of={headers.map(({ name, value }) => [name, <code>{value}</code>] as const)} />
        <CodeBlock text={encoding === 'text' ? body : `base64: ${body}`} what="the body" wrap />
      </div>
    </details>
  );
};

const toType = (body: string): string | undefined => {
  try {
    const { type } = JSON.parse(body) as { readonly type?: unknown };
    return typeof type === 'string' ? type : undefined;
  } catch {
    return undefined;
  }
};

type Answer = number | 'timeout' | 'reset';

/** What the inbox answers next: to see retries without a failing program. */
const InboxAnswers = ({
  name,
  answers,
  onChange,
}: {
  readonly name: string;
  readonly answers: readonly Answer[];
  readonly onChange: () => void;
}) => {
  const typed = useSignal<string | undefined>(undefined);
  const shown = typed.value ?? answers.join(', ');
  const save = async (): Promise<void> => {
    const wanted = shown
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((word) => (/^\d+$/.test(word) ? Number(word) : word)) as Answer[];
    await call('PUT', '/inbox/{name}', { path: { name }, body: { answers: wanted } });
    typed.value = undefined;
    showToast(wanted.length === 0 ? 'It answers 200.' : `It answers ${wanted.join(', ')}, and repeats the last one.`);
    onChange();
  };
  return (
    <Form class="row signature-secret">
      <label class="field">
        <span>Next responses (statuses, timeout, reset; the last one repeats)</span>
        <input
          type="text"
          placeholder="200"
          value={shown}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
      </label>
      <Button changes type="submit" disabled={typed.value === undefined} onClick={save}>
        Set responses
      </Button>
    </Form>
  );
};

/** Makes an inbox and registers it, so that events arrive without a program of one's own. */
export const NewInbox = () => {
  const registered = useSignal<Inbox | undefined>(undefined);
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

const emptyInbox = async (name: string): Promise<void> => {
  await call('DELETE', '/inbox/{name}', { path: { name } });
  showToast(`The inbox ${name} is empty.`);
};

/** A value to be copied, such as a secret that is shown once. */
export const Copied = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <span class="row copied">
    <code>{text}</code>
    <CopyButton text={text} what={what} />
  </span>
);
