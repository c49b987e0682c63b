import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import type { Explanation, WholeExchange } from '../../../src/generated/control-schemas.ts';
import {
  Button,
  CopyButton,
  HttpStatus,
  Icon,
  Inline,
  MissingRecord,
  Shown,
  State,
  Tabs,
  Time,
  toExact,
} from '../../kit/kit.ts';
import { link, parameter } from '../../server/address.ts';
import { useCall } from '../../server/use-call.ts';
import { toExchange } from './exchange-log.ts';
import { MessageView } from './message-view.tsx';
import { EditAndSend, isFromScenario, sendAgain, toDraft, whyNotSent } from './send.tsx';
import { SmallestChange } from './smallest-change.tsx';

export const ExchangeDetail = ({ id }: { readonly id: string }) => {
  const read = useCall('/requests/{id}', { path: { id } });
  return (
    <article class="exchange-detail" aria-label="Exchange">
      <Shown
        read={read}
        rows={12}
        missing={
          <MissingRecord
            what="exchange"
            why="The journal keeps the latest 1,000 requests, and a reset clears it."
            all={{ title: 'All requests', href: toExchange() }}
          />
        }
      >
        {(exchange) => <Opened exchange={exchange} />}
      </Shown>
    </article>
  );
};

const tab = parameter('tab', 'request');

const Opened = ({ exchange }: { readonly exchange: WholeExchange }) => {
  const {
    id,
    method,
    path,
    operationId,
    status,
    lost,
    source,
    milliseconds,
    clientId,
    receivedAt,
    sandboxTime,
    traceId,
    scenarios,
  } = exchange;
  const explained = useCall('/requests/{id}/explain', { path: { id } });
  const isEditing = useSignal(false);
  const obstacle = whyNotSent(exchange);
  return (
    <>
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
        <p class="small muted">
          {operationId !== null && (
            <>
              <a href={link('reference', 'operations', operationId)}>{operationId}</a> ·{' '}
            </>
          )}
          {toExact(Date.parse(sandboxTime ?? receivedAt))} UTC · {milliseconds.toFixed(1)} ms · answered by {source}
          {scenarios.map((name) => (
            <Fragment key={name}>
              {isFromScenario(exchange) ? ' ' : ' · scenario '}
              <a class="nowrap" href={link('scenarios', name)}>
                {name}
              </a>
            </Fragment>
          ))}
          {clientId !== null && <> · {clientId}</>}
        </p>
        <div class="row">
          <Button
            changes
            kind="primary"
            small
            disabled={obstacle !== undefined}
            {...(obstacle === undefined ? {} : { title: obstacle })}
            onClick={() => sendAgain(exchange)}
          >
            Send again
          </Button>
          <Button
            small
            disabled={obstacle !== undefined}
            onClick={() => {
              isEditing.value = true;
            }}
          >
            Edit and send
          </Button>
          <CopyButton text={() => toCurl(exchange)} what="the request as curl" words="Copy as curl" />
          <CopyButton text={traceId} what="the trace id" words="Trace id" />
        </div>
      </header>
      <SmallestChange
        exchange={exchange}
        explanation={explained.value.value}
        onEdit={() => {
          isEditing.value = true;
        }}
      />
      <section class="exchange-why">
        <h2>Why</h2>
        <Shown read={explained} rows={3}>
          {(explanation) => <Why explanation={explanation} />}
        </Shown>
      </section>
      {/* What stands above is there: the tab of the address can be scrolled into view. */}
      {(explained.value.value ?? explained.value.refused) !== undefined && (
        <Tabs
          label="Parts of the exchange"
          chosen={tab}
          tabs={[
            {
              id: 'request',
              title: 'Request',
              content: () => <MessageView message={exchange.request} query={exchange.request.query} />,
            },
            { id: 'response', title: 'Response', content: () => <MessageView message={exchange.response} /> },
            {
              id: 'caused',
              title: `Caused (${String(exchange.events.length)})`,
              content: () => <Caused events={exchange.events} />,
            },
          ]}
        />
      )}
      {isEditing.value && (
        <EditAndSend
          exchange={exchange}
          onClose={() => {
            isEditing.value = false;
          }}
        />
      )}
    </>
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
const toTitle = ({ status, lost, response }: WholeExchange): string => {
  if (lost) return 'Lost';
  const problem = response.body?.json;
  if (typeof problem === 'object' && problem !== null && 'title' in problem && typeof problem.title === 'string')
    if (status >= 400) return problem.title;
  return TITLES[status] ?? `Status ${String(status)}`;
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command; the token stays a variable, because the journal does not keep it. */
const toCurl = (exchange: WholeExchange): string => {
  const { method, path, headers, body } = toDraft(exchange);
  const hasToken = exchange.request.headers['authorization'] !== undefined;
  return [
    `curl -i -X ${method} ${quote(location.origin + path)}`,
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ].join(' \\\n  ');
};

type Stage = Explanation['stages'][number];

const OUTCOME = { passed: 'passed', answered: 'answered', refused: 'refused', 'not-reached': 'not reached' } as const;

/** The stages in order, each with its decision; the one that ended the request is open. */
const Why = ({ explanation: { stages } }: { readonly explanation: Explanation }) => {
  const ending = stages.findLast(({ outcome }) => outcome === 'refused' || outcome === 'answered')?.stage;
  const chosen = useSignal(ending ?? stages[0]?.stage);
  if (stages.length === 0) return <p class="muted">This request passed no stages: the token endpoint answered it.</p>;
  const open = stages.find(({ stage }) => stage === chosen.value);
  return (
    <div class="why">
      <ol class="why-stages">
        {stages.map(({ stage, outcome }) => (
          <li key={stage}>
            <button
              type="button"
              class={`why-stage why-${outcome}`}
              aria-pressed={stage === chosen.value}
              onClick={() => {
                chosen.value = stage;
              }}
            >
              {outcome === 'passed' && <Icon name="check" size={12} />}
              {outcome === 'refused' && <Icon name="close" size={12} />}
              {outcome === 'answered' && <Icon name="right" size={12} />}
              {stageInWords(stage)}
              <span class="unseen">, {OUTCOME[outcome]}</span>
            </button>
          </li>
        ))}
      </ol>
      {open !== undefined && <OneStage stage={open} />}
    </div>
  );
};

const stageInWords = (stage: string): string => stage.replaceAll('-', ' ');

const OneStage = ({ stage: { stage, outcome, decision, rule, assumptions = [] } }: { readonly stage: Stage }) => (
  <div class={`why-open why-open-${outcome}`} aria-live="polite">
    <p>
      <b>{stageInWords(stage)}</b>
      {/* "answered by: ..." is a decision that says it already. */}
      {outcome !== 'not-reached' && decision.startsWith(OUTCOME[outcome]) ? '' : ` ${OUTCOME[outcome]}`}
      {outcome !== 'not-reached' && (
        <>
          : <span dir="auto">{decision}</span>
        </>
      )}
    </p>
    <p class="small muted">
      <Inline text={rule} />
    </p>
    {assumptions.length > 0 && (
      <ul class="why-assumptions" aria-label="Assumptions behind it">
        {assumptions.map(({ id, assumed, isChosen }) => (
          <li key={id}>
            <a
              href={link('reference', 'assumptions', id)}
              title={`The description is silent: ${id} is assumed to be ${assumed}${isChosen ? ', as by default' : ''}`}
            >
              <span aria-hidden="true">~</span> {id}: {assumed}
            </a>
          </li>
        ))}
      </ul>
    )}
  </div>
);

interface CausedEvent {
  readonly id: string;
  readonly type: string;
}

/** The events that a request caused, and where they were delivered. */
const Caused = ({ events }: { readonly events: readonly CausedEvent[] }) =>
  events.length === 0 ? (
    <p class="muted">This request caused no event. Events of jobs that it started, such as a VIES check, come later.</p>
  ) : (
    <ul class="caused">
      {events.map((event) => (
        <li key={event.id}>
          <div class="row">
            <b>{event.type}</b> <code class="small muted">{event.id}</code>
          </div>
          <Deliveries eventId={event.id} />
        </li>
      ))}
    </ul>
  );

const Deliveries = ({ eventId }: { readonly eventId: string }) => (
  <Shown read={useCall('/deliveries', { query: { eventId } }, ['delivery'])} rows={1}>
    {({ data }) =>
      data.length === 0 ? (
        <p class="small muted">No endpoint receives it.</p>
      ) : (
        <ul>
          {data.map(({ id, status, webhookId, createdAt }) => (
            <li key={id} class="row small">
              <State of={status} />
              <a href={link('webhooks', 'deliveries', id)}>delivery to {webhookId}</a>
              <span class="muted">
                <Time at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )
    }
  </Shown>
);
