import type { ConsoleSession } from '../../../src/generated/control-schemas.ts';
import {
  Button,
  Card,
  CodeBlock,
  Copied,
  Icon,
  KeyValues,
  List,
  type LoadPart,
  Note,
  Page,
  Part,
  Tabs,
  isForeign,
  link,
  parameter,
  session,
  shownSandbox,
  useCall,
} from '../../kit/kit.ts';
import { sendAsClient } from '../../server/api-request.ts';
import { LANGUAGES, toExample } from './examples.ts';
import { Personas } from './personas.tsx';
import { TakeAlong, clientOf } from './take-along.tsx';

const LIFETIME: LoadPart = () => import('../visit/visit-screen.tsx').then(({ Lifetime }) => ({ default: Lifetime }));

export default () => {
  const who = session.value;
  if (who === undefined) return null;
  const { title } = who.server;
  return (
    <Page title="Start" intro={title} actions={who.sandboxExpiresAt && <Part load={LIFETIME} quiet />}>
      <div class="start">
        <div class="stack start-main">
          <Connection {...who} />
          {isForeign.value ? <ForeignRequest {...who} /> : <FirstRequest who={who} />}
          {!isForeign.value && <Personas />}
          <TakeAlong />
        </div>
        {!isForeign.value && <Checklist />}
      </div>
    </Page>
  );
};

/** What a client of this sandbox has done already; it ticks itself. */
const Checklist = () => {
  const met = useProgress();
  const next = STEPS.find(({ id }) => !met.has(id));
  const done = STEPS.filter(({ id }) => met.has(id)).length;
  return (
    <Card
      title="Progress of your client"
      actions={
        <span class="small muted" role="status">
          {done} of {STEPS.length}
        </span>
      }
      class="checklist"
    >
      <progress class="checklist-bar" max={STEPS.length} value={done} aria-label="Steps done" />
      <List
        ordered
        of={STEPS}
        item={({ id }) => (met.has(id) ? 'checklist-done' : id === next?.id ? 'checklist-next' : '')}
      >
        {({ id, title, how, place = ['reference', 'operations', id], words = id }) => (
          <>
            <span class="checklist-mark">
              {met.has(id) && <Icon name="check" />}
              <span class="unseen">{met.has(id) ? 'Done' : 'To do'}</span>
            </span>
            <div>
              <b>{title}</b>
              <Note>
                {how} <a href={link(...place)}>{words}</a>
              </Note>
            </div>
          </>
        )}
      </List>
      {next === undefined && <p class="checklist-all">Your client has been through the whole workflow.</p>}
    </Card>
  );
};

/** The operations that succeeded since the last reset, and the events that were sent. */
const useProgress = (): ReadonlySet<string> => {
  const { value } = useCall('/coverage', { query: { format: 'json' } });
  if (value === undefined || !('operations' in value)) return new Set();
  const operations = value.operations.filter(({ answers }) =>
    answers.some(({ status, count }) => count > 0 && status.startsWith('2')),
  );
  return new Set([
    // Whatever succeeds has a token, but for the public links.
    ...(operations.length > 0 ? ['token'] : []),
    ...operations.map(({ operationId }) => operationId),
    ...value.events.filter(({ count }) => count > 0).map(({ name }) => name),
  ]);
};

const language = parameter('language', 'curl');

/** A first request in the language of the reader. */
const FirstRequest = ({ who }: { readonly who: ConsoleSession }) => {
  const { id, secret } = clientOf(who);
  const { baseUrl, tokenUrl } = who.server;
  if (tokenUrl === undefined) return null;
  const values = {
    BASE_URL: baseUrl,
    TOKEN_URL: tokenUrl,
    CLIENT_ID: id ?? 'YOUR_CLIENT_ID',
    CLIENT_SECRET: secret ?? 'YOUR_CLIENT_SECRET',
  };
  const send = async () => {
    const path = `${new URL(baseUrl).pathname}/me`;
    const { status } = await sendAsClient({ method: 'GET', path, clientId: id });
    return `GET /me was answered with ${status}`;
  };
  return (
    <Card
      title="A first request"
      actions={
        <>
          {id && (
            <Button changes small onClick={send}>
              Send it from here
            </Button>
          )}
          <a class="button button-quiet button-small" href={link('traffic')}>
            Watch it in Traffic
          </a>
        </>
      }
    >
      <p class="small muted start-lead">Gets an access token, and asks who you are.</p>
      <Tabs
        label="Languages"
        chosen={language}
        tabs={LANGUAGES.map(({ id: name, title, text }) => [
          name,
          title,
          () => <CodeBlock text={toExample(text, values)} what={`the example in ${title}`} />,
        ])}
      />
    </Card>
  );
};

/** A call of another API that needs no more than its credential. */
const ForeignRequest = ({ server: { mode, firstCall } }: ConsoleSession) => {
  if (firstCall === undefined) return null;
  const header = mode === 'hosted' ? '' : ` \\\n  -H 'X-Mock-Sandbox: ${shownSandbox()}'`;
  return (
    <Card
      title="A first request"
      actions={
        <a class="button button-small" href={link('reference', 'api', firstCall.operationId)}>
          Try it here
        </a>
      }
    >
      <CodeBlock text={firstCall.command + header} what="the example" wrap />
    </Card>
  );
};

/** Each with the operation that does it or the event that tells of it, and where to go for it, if not to the operation. */
const STEPS: readonly {
  readonly id: string;
  readonly title: string;
  readonly how: string;
  readonly place?: readonly (string | { readonly at: string })[];
  readonly words?: string;
}[] = [
  {
    id: 'token',
    title: 'Get an access token',
    how: 'With the client id and secret, at the token URL.',
    place: ['reference', 'docs', 'integrating', { at: 'clients-secrets-and-tokens' }],
    words: 'How tokens work',
  },
  { id: 'upsertBuyer', title: 'Register a buyer', how: 'Its VAT number is checked in VIES.' },
  { id: 'createOrder', title: 'Create an order', how: 'Of one vehicle or more, for that buyer.' },
  { id: 'createWebhook', title: 'Register a webhook', how: 'Events then come to you: no polling.' },
  {
    id: 'compliance.decision_made',
    title: 'Reach a verdict',
    how: 'An order is VALID_EXPORT or VAT_APPLICABLE, with its Export File.',
    place: ['orders'],
    words: 'Orders',
  },
];

/** What another API accepts: a hosted server knows the sandbox by it, any other also by the header. */
const SECRET = 'secret of a client of this sandbox, or a token for it';
const ANY = `Any bearer token, API key or password. The ${SECRET}, selects the sandbox as the header does`;

const copied = (text: string | undefined, what: string, instead: string) =>
  text === undefined ? <span class="muted">{instead}</span> : <Copied text={text} what={what} />;

/** What an application is configured with. */
const Connection = (who: ConsoleSession) => {
  const { id, secret } = clientOf(who);
  const { baseUrl, tokenUrl, isForeign, mode } = who.server;
  const isOpen = isForeign && mode !== 'hosted';
  const hasToken = !isOpen && tokenUrl !== undefined;
  return (
    <Card title="What your application needs" class="connection">
      <KeyValues
        of={[
          ['Base URL', <Copied text={baseUrl} what="the base URL" />],
          isForeign && ['Credential', <span class="muted">{isOpen ? ANY : `The ${SECRET}`}</span>],
          isOpen && ['Sandbox', <Copied text={`X-Mock-Sandbox: ${shownSandbox()}`} what="the sandbox" />],
          hasToken && ['Token URL', <Copied text={tokenUrl} what="the token URL" />],
          hasToken && ['Client id', copied(id, 'the client id', 'That of a client of this sandbox, from its owner')],
          hasToken && [
            'Client secret',
            copied(secret, 'the client secret', 'Only its owner has it: the server shows a secret once'),
          ],
        ]}
      />
    </Card>
  );
};
