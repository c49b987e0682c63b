import { useSignal } from '@preact/signals';
import type { Inbox, InboxMessage, SignatureCheck } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  Card,
  CodeBlock,
  Copied,
  Dialog,
  EmptyState,
  Fields,
  Form,
  HttpStatus,
  KeyValues,
  List,
  Resource,
  Shown,
  State,
  Time,
  call,
  go,
  link,
  set,
  useCall,
  useRead,
  Note,
} from '../../kit/kit.ts';
import { SignatureSteps, toRequest } from './signature.tsx';

/** Inboxes with messages, and those that are registered and still empty. */
const readInboxes = async () => {
  const [{ data: inboxes }, { data: receivers }] = await Promise.all([call('GET /inbox'), call('GET /webhooks')]);
  const registered = new Map(receivers.flatMap(({ inbox, id }) => (inbox === null ? [] : [[inbox, id] as const])));
  const names = [...new Set([...registered.keys(), ...inboxes.map(({ name }) => name)])].sort();
  return {
    data: names.map((name) => {
      const { received = 0, kept = 0 } = inboxes.find((inbox) => inbox.name === name) ?? {};
      return { name, received, kept, webhookId: registered.get(name) };
    }),
  };
};

export const InboxList = () => (
  <Resource
    read={useRead(readInboxes, 'inboxes', ['delivery', 'state', 'exchange'])}
    what={['inbox', 'inboxes']}
    none={
      <Card>
        <EmptyState icon="webhooks" title="No inbox yet">
          An inbox is a receiver inside the server: it keeps each message and verifies its signature. Press{' '}
          <em>Receive events here</em> to make one and register it.
        </EmptyState>
      </Card>
    }
    table={{
      href: ({ name }) => link('webhooks', 'inboxes', name),
      columns: [
        ['Inbox', 'name'],
        ['Endpoint', ({ webhookId }) => <code>{webhookId ?? 'not registered'}</code>, 'clip'],
        ['Received', 'received', 'end'],
        ['Kept', 'kept', 'end'],
      ],
    }}
  />
);

/** The messages of one inbox as they arrive, newest first. */
export const InboxView = ({ name }: { readonly name: string }) => (
  <div class="stack">
    <Back to={link('webhooks', 'inboxes')}>All inboxes</Back>
    <Shown read={useCall('/inbox/{name}', { path: { name } })}>{(inbox) => <OneInbox {...inbox} />}</Shown>
  </div>
);

const OneInbox = ({ name, url, messages, received, answers }: Inbox) => {
  const path = { name };
  const register = async () => {
    const { created, webhookId = name } = await call('PUT /inbox/{name}', { path, body: { register: true } });
    return `${created === true ? 'All events arrive here from now on' : 'It is registered already'} (${webhookId}).`;
  };
  const empty = async () => {
    await call('DELETE /inbox/{name}', { path });
    return `The inbox ${name} is empty.`;
  };
  return (
    <>
      <Card
        title={`Inbox ${name}`}
        actions={
          <>
            <Button changes onClick={register}>
              Register as an endpoint
            </Button>
            <Button
              changes
              kind="danger"
              disabled={received === 0 && answers.length === 0}
              ask={{
                title: `Empty the inbox ${name}?`,
                text: 'Its messages are deleted, and it answers 200 again. The URL stays the same.',
                verb: 'Empty the inbox',
              }}
              onClick={empty}
            >
              Empty
            </Button>
          </>
        }
      >
        <KeyValues
          of={[
            ['URL', <Copied text={url} what="the URL" />],
            ['Received', `${received}, of which ${messages.length} are kept`],
          ]}
        />
        <Answers name={name} answers={answers} />
      </Card>
      <List
        none={
          <EmptyState icon="webhooks" title="No message yet">
            The next event that is delivered here appears at once.
          </EmptyState>
        }
        ordered
        of={messages.toReversed()}
        class="stack inbox-messages"
        aria-label="Messages, newest first"
      >
        {(message) => <Message {...message} />}
      </List>
    </>
  );
};

const Message = (message: InboxMessage) => {
  const { number, receivedAt, signature, answered, headers, body, encoding } = message;
  const check = useSignal<SignatureCheck>();
  const takeApart = async () => {
    check.value = await call('POST /webhooks/verify', { body: toRequest(message) });
  };
  return (
    <details class="card inbox-message">
      <summary>
        <span class="muted tiny">#{number}</span>
        <strong class="mono clip">{toType(body) ?? 'message'}</strong>
        <State of={signature.verdict} words={`signature ${signature.verdict}`} />
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
        {check.value && <SignatureSteps {...check.value} />}
        <KeyValues code of={headers.map(({ name, value }) => [name, value])} />
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

/** What the inbox answers next: to see retries without a failing program. */
const Answers = ({ name, answers }: { readonly name: string; readonly answers: Inbox['answers'] }) => {
  const written = useSignal<{ readonly answers?: string }>({});
  const save = async () => {
    const wanted = toAnswers(written.value.answers ?? '');
    await call('PUT /inbox/{name}', { path: { name }, body: { answers: wanted } });
    written.value = {};
    return wanted.length === 0 ? 'It answers 200.' : `It answers ${wanted.join(', ')}, and repeats the last one.`;
  };
  return (
    <Form class="row signature-secret">
      <Fields
        of={written}
        fields={[
          {
            name: 'answers',
            placeholder: '200',
            usual: answers.join(', '),
            label: 'Next responses (statuses, timeout, reset; the last one repeats)',
          },
        ]}
      />
      <Button changes type="submit" disabled={written.value.answers === undefined} onClick={save}>
        Set responses
      </Button>
    </Form>
  );
};

/** The words of a list that a person wrote. */
export const toWords = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Statuses, and names of what else a receiver may do. */
export const toAnswers = (text: string) =>
  toWords(text).map((word) => (/^\d+$/.test(word) ? Number(word) : word)) as [...Inbox['answers']];

/** Makes an inbox and registers it, so that events arrive without a program of one's own. */
export const NewInbox = () => {
  const made = useSignal<Inbox>();
  const make = async () => {
    const { data } = await call('GET /webhooks');
    const taken = new Set(data.map(({ inbox }) => inbox));
    // The first name that no endpoint has.
    let number = 1;
    while (taken.has(`inbox-${number}`)) number++;
    const path = { name: `inbox-${number}` };
    made.value = await call('PUT /inbox/{name}', { path, body: { register: true } });
    go(link('webhooks', 'inboxes', path.name));
  };
  const close = set(made, undefined);
  const { url = '', secret = '', webhookId = '' } = made.value ?? {};
  return (
    <>
      <Button changes kind="primary" icon="webhooks" onClick={make}>
        Receive events here
      </Button>
      {made.value && (
        <Dialog
          title="The inbox receives all events of the sandbox"
          onClose={close}
          actions={
            <Button kind="primary" onClick={close}>
              Show its messages
            </Button>
          }
        >
          <KeyValues
            of={[
              ['URL', <Copied text={url} what="the URL" />],
              ['Secret', <Copied text={secret} what="the secret" />],
              ['Endpoint', <Copied text={webhookId} what="the id of the endpoint" />],
            ]}
          />
          <Note>Like the API, the console shows the secret only now. The inbox verifies each signature itself.</Note>
        </Dialog>
      )}
    </>
  );
};
