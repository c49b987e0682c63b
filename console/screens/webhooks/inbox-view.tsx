import { useSignal } from '@preact/signals';
import { link } from '../../address/address.ts';
import { ask } from '../../kit/ask.tsx';
import { Badge, HttpStatus, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { KeyValues } from '../../kit/key-values.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { toRequest } from './delivery-signature.tsx';
import { emptyInbox } from './new-inbox.tsx';
import { SignatureSteps } from './signature-steps.tsx';
import type { InboxMessage, SignatureCheck } from './types.ts';

/** The messages of one inbox as they arrive, newest first. */
export const InboxView = ({ name }: { readonly name: string }) => {
  const inbox = useCall('/inbox/{name}', { path: { name } }, ['delivery', 'state']);
  const empty = async (): Promise<void> => {
    const text = 'Its messages are deleted, and it answers 200 again. The URL stays the same.';
    if (!(await ask({ title: `Empty the inbox ${name}?`, text, verb: 'Empty the inbox', danger: true }))) return;
    await emptyInbox(name);
    inbox.again();
  };
  return (
    <div class="stack">
      <a class="webhooks-back small" data-close href={link('webhooks', 'inboxes')}>
        All inboxes
      </a>
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
    <form
      class="row signature-secret"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
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
    </form>
  );
};
