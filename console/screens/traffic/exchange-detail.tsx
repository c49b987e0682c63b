import type { WholeExchange } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { link, parameter } from '../../address/address.ts';
import { HttpStatus } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { MissingRecord } from '../../kit/missing-record.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { toExact } from '../../kit/time.tsx';
import { useCall } from '../../server/use-call.ts';
import { Caused } from './caused.tsx';
import { whyNotSent, toDraft } from './draft.ts';
import { EditAndSend } from './edit-and-send.tsx';
import { toExchange } from './exchange-row.tsx';
import { MessageView } from './message-view.tsx';
import { sendAgain } from './send-again.ts';
import { SmallestChange } from './smallest-change.tsx';
import { isFromScenario } from './whole-exchange.ts';
import { Why } from './why.tsx';

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
