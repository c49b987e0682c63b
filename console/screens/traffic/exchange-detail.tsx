import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import type { Explanation, Message, WholeExchange } from '../../../src/generated/control-schemas.ts';
import {
  Button,
  CodeBlock,
  CopyButton,
  HttpStatus,
  Icon,
  Inline,
  JsonTree,
  KeyValues,
  List,
  Note,
  Refer,
  Shown,
  State,
  Tabs,
  Time,
  link,
  missing,
  parameter,
  set,
  toExact,
  toSize,
  useCall,
} from '../../kit/kit.ts';
import { toExchange } from './exchange-log.tsx';
import {
  EditAndSend,
  HIDDEN,
  SmallestChange,
  isFromScenario,
  problemOf,
  sendDraft,
  toDraft,
  whyNotSent,
  withNewKey,
} from './send.tsx';

export const ExchangeDetail = ({ id }: { readonly id: string }) => (
  <article class="exchange-detail" aria-label="Exchange">
    <Shown
      read={useCall('/requests/{id}', { path: { id } })}

      missing={missing(
        'exchange',
        ['All requests', toExchange()],
        'The journal keeps the latest 1,000 requests, and a reset clears it.',
      )}
    >
      {(exchange) => <Opened exchange={exchange} />}
    </Shown>
  </article>
);

const tab = parameter('tab', 'request');

const Opened = ({ exchange }: { readonly exchange: WholeExchange }) => {
  const explained = useCall('/requests/{id}/explain', { path: { id: exchange.id } });
  const { value: explanation, refused } = explained;
  const isEditing = useSignal(false);
  const edit = set(isEditing, true);
  const { request, response, events } = exchange;
  return (
    <>
      <Head exchange={exchange} onEdit={edit} />
      <SmallestChange exchange={exchange} explanation={explanation} onEdit={edit} />
      <section class="exchange-why">
        <h2>Why</h2>
        <Shown read={explained}>{(value) => <Why {...value} />}</Shown>
      </section>
      {/* What stands above is there: the tab of the address can be scrolled into view. */}
      {(explanation ?? refused) !== undefined && (
        <Tabs
          label="Parts of the exchange"
          chosen={tab}
          tabs={[
            ['request', 'Request', () => <MessageView message={request} query={request.query} />],
            ['response', 'Response', () => <MessageView message={response} />],
            ['caused', `Caused (${events.length})`, () => <Caused events={events} />],
          ]}
        />
      )}
      {isEditing.value && <EditAndSend exchange={exchange} onClose={set(isEditing, false)} />}
    </>
  );
};

const Head = ({ exchange, onEdit }: { readonly exchange: WholeExchange; readonly onEdit: () => void }) => {
  const { method, path, operationId, status, lost, source, milliseconds, clientId, traceId, scenarios } = exchange;
  const obstacle = whyNotSent(exchange);
  return (
    <header class="exchange-detail-head">
      <div class="row spread">
        <div class="row">
          <HttpStatus status={status} lost={lost} />
          <h1>{toTitle(exchange)}</h1>
        </div>
        <a class="exchange-close" data-close href={toExchange()} aria-label="Close the exchange" title="Close (Esc)">
          <Icon name="close" />
        </a>
      </div>
      <p class="exchange-line mono">
        <b>{method}</b> <bdi>{path}</bdi>
      </p>
      <Note>
        {operationId && (
          <>
            <Refer to="operations" name={operationId} /> ·{' '}
          </>
        )}
        {toExact(exchange.sandboxTime ?? exchange.receivedAt)} UTC · {milliseconds.toFixed(1)} ms · answered by {source}
        {scenarios.map((name) => (
          <Fragment key={name}>
            {isFromScenario(exchange) ? ' ' : ' · scenario '}
            <a class="nowrap" href={link('scenarios', name)}>
              {name}
            </a>
          </Fragment>
        ))}
        {clientId && <> · {clientId}</>}
      </Note>
      <div class="row">
        {/* With a new token and a new Idempotency-Key. */}
        <Button
          changes
          kind="primary"
          small
          disabled={obstacle !== undefined}
          title={obstacle}
          onClick={() => sendDraft(withNewKey(toDraft(exchange)))}
        >
          Send again
        </Button>
        <Button small disabled={obstacle !== undefined} onClick={onEdit}>
          Edit and send
        </Button>
        <CopyButton text={() => toCurl(exchange)} what="the request as curl" words="Copy as curl" />
        <CopyButton text={traceId} what="the trace id" words="Trace id" />
      </div>
    </header>
  );
};

const TITLES: Readonly<Record<number, string>> = {
  0: 'No answer',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, without content',
  304: 'Not modified',
};

/** The words of the problem, or of the status. */
const toTitle = (exchange: WholeExchange): string => {
  const { status, lost } = exchange;
  if (lost) return 'Lost';
  const { title } = problemOf(exchange);
  return status >= 400 && typeof title === 'string' ? title : (TITLES[status] ?? `Status ${status}`);
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command; its credentials stay a variable, because the journal does not keep them. */
const toCurl = (exchange: WholeExchange): string => {
  const { method, path, headers, body } = toDraft(exchange);
  const hidden = Object.entries(exchange.request.headers).filter(([, value]) => value.includes(HIDDEN));
  return [
    `curl -i -X ${method} ${quote(location.origin + path)}`,
    ...hidden.map(([name, value]) => `-H "${name}: ${value.replace(HIDDEN, '$TOKEN')}"`),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ].join(' \\\n  ');
};

const ICONS = { passed: 'check', refused: 'close', answered: 'right', 'not-reached': undefined } as const;

const toWords = (name: string): string => name.replaceAll('-', ' ');

/** The stages in order, each with its decision; the one that ended the request is open. */
const Why = ({ stages }: Explanation) => {
  const ending = stages.findLast(({ outcome }) => outcome === 'refused' || outcome === 'answered')?.stage;
  const chosen = useSignal(ending ?? stages[0]?.stage);
  if (stages.length === 0) return <p class="muted">This request passed no stages: the token endpoint answered it.</p>;
  const open = stages.find(({ stage }) => stage === chosen.value);
  return (
    <div class="why">
      <List ordered of={stages} class="why-stages">
        {({ stage, outcome }) => {
          const icon = ICONS[outcome];
          return (
            <button
              type="button"
              class={`why-stage why-${outcome}`}
              aria-pressed={stage === chosen.value}
              onClick={set(chosen, stage)}
            >
              {icon && <Icon name={icon} />}
              {toWords(stage)}
              <span class="unseen">, {toWords(outcome)}</span>
            </button>
          );
        }}
      </List>
      {open && <OneStage {...open} />}
    </div>
  );
};

const OneStage = ({ stage, outcome, decision, rule, assumptions = [] }: Explanation['stages'][number]) => {
  const isReached = outcome !== 'not-reached';
  return (
    <div class={`why-open why-open-${outcome}`} aria-live="polite">
      <p>
        <b>{toWords(stage)}</b>
        {/* "answered by: ..." is a decision that says it already. */}
        {isReached && decision.startsWith(outcome) ? '' : ` ${toWords(outcome)}`}
        {isReached && (
          <>
            : <span>{decision}</span>
          </>
        )}
      </p>
      <Note>
        <Inline text={rule} />
      </Note>
      <List of={assumptions} class="why-assumptions" aria-label="Assumptions behind it">
        {({ id, assumed, isChosen }) => (
          <a
            href={link('reference', 'assumptions', id)}
            title={`The description is silent: ${id} is assumed to be ${assumed}${isChosen ? ', as by default' : ''}`}
          >
            <span aria-hidden="true">~</span> {id}: {assumed}
          </a>
        )}
      </List>
    </div>
  );
};

/** The events that a request caused, and where they were delivered. */
const Caused = ({ events }: Pick<WholeExchange, 'events'>) => (
  <List
    none={<p class="muted">This request caused no event. Events of jobs that it started come later.</p>}
    of={events}
    class="caused"
  >
    {({ id, type }) => (
      <>
        <div class="row">
          <b>{type}</b> <code class="small muted">{id}</code>
        </div>
        <Deliveries eventId={id} />
      </>
    )}
  </List>
);

const Deliveries = ({ eventId }: { readonly eventId: string }) => (
  <Shown read={useCall('/deliveries', { query: { eventId } })}>
    {({ data }) => (
      <List none={<Note>No endpoint receives it.</Note>} of={data} item="row small">
        {({ id, status, webhookId, createdAt }) => (
          <>
            <State of={status} />
            <a href={link('webhooks', 'deliveries', id)}>delivery to {webhookId}</a>
            <span class="muted">
              <Time at={createdAt} />
            </span>
          </>
        )}
      </List>
    )}
  </Shown>
);

/** A request or a response: query, body, headers. */
const MessageView = ({
  message: { headers, body },
  query = {},
}: {
  readonly message: Message;
  readonly query?: Readonly<Record<string, readonly string[]>>;
}) => {
  const parameters = Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  return (
    <div class="message">
      {parameters.length > 0 && (
        <section>
          <h2>Query</h2>
          <KeyValues code of={parameters} />
        </section>
      )}
      <section>{body === null ? <p class="muted">No body.</p> : <BodyView body={body} />}</section>
      <section>
        <h2>Headers</h2>
        <KeyValues code of={Object.entries(headers)} />
      </section>
    </div>
  );
};

const BodyView = ({ body }: { readonly body: NonNullable<Message['body']> }) => {
  const { mediaType, byteLength, cut, json, text, parts } = body;
  const isRaw = useSignal(false);
  return (
    <>
      <div class="row spread message-body-head">
        <h2>
          Body{' '}
          <span class="muted small">
            {mediaType}, {toSize(byteLength)}
            {cut ? ', the first 16 KiB' : ''}
          </span>
        </h2>
        {json !== undefined && (
          <Button small kind="quiet" onClick={set(isRaw, !isRaw.value)}>
            {isRaw.value ? 'As a tree' : 'As text'}
          </Button>
        )}
      </div>
      {json !== undefined && !isRaw.value ? (
        <JsonTree value={json} />
      ) : json !== undefined || text !== undefined ? (
        <CodeBlock text={text ?? JSON.stringify(json, null, 2)} what="the body" wrap />
      ) : parts !== undefined ? (
        <KeyValues
          of={parts.map(({ name, value, fileName = 'file', mediaType: type = '', byteLength: size = 0 }) => [
            name,
            value === undefined ? `${fileName}, ${type}, ${toSize(size)}` : <code>{value}</code>,
          ])}
        />
      ) : (
        <p class="muted">The body is not text; the journal keeps only its size.</p>
      )}
    </>
  );
};
