import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { MoveOutcome, OrderDetail, OrderGoal, OrderMoves } from '../../../src/generated/control-schemas.ts';
import { Badge, Button, Card, CopyButton, ShowRest, Shown, showToast } from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { firstClient, sendAsClient } from '../../server/api-request.ts';
import { Refusal, call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { STATUSES, countWords, decisionWords } from './words.ts';

/** What is legal for the order now, and a button for each. */
export const MovesCard = ({ order }: { readonly order: OrderDetail }) => {
  const { uuid } = order;
  const moves = useCall('/orders/{uuid}/next', { path: { uuid } }, ['state', 'clock', 'scenario']);
  return (
    <Card title="What can happen now" actions={<GoTo uuid={uuid} />}>
      <div class="stack">
        <Blockers order={order} />
        <Shown read={moves} rows={2}>
          {(value) => <AllMoves moves={value} />}
        </Shown>
      </div>
    </Card>
  );
};

/** More are shown on demand: an order of many vehicles has many moves. */
const MOST = 6;

const AllMoves = ({ moves }: { readonly moves: OrderMoves }) => {
  const { calls, simulators, clock, refused } = moves;
  const { decision } = moves.order;
  const isWhole = useSignal(false);
  if (calls.length + simulators.length === 0 && clock === null)
    return <p class="muted">Nothing: this is where the workflow ends.</p>;
  return (
    <div class="stack">
      <div class="moves">
        {calls.length > 0 && (
          <section>
            <h3>The client</h3>
            <ul>
              {(isWhole.value ? calls : calls.slice(0, MOST)).map((move) => (
                <Move
                  key={move.id}
                  decision={decision}
                  title={move.title}
                  leadsTo={move.leadsTo}
                  run={() => sendCall(move)}
                  verb="Send"
                >
                  <a class="small" href={link('reference', 'api', move.operationId)}>
                    {move.operationId}
                  </a>
                  <CopyButton text={move.curl} what={`${move.title} as curl`} />
                </Move>
              ))}
            </ul>
            {calls.length > MOST && <ShowRest is={isWhole}>{calls.length - MOST} more</ShowRest>}
          </section>
        )}
        {(simulators.length > 0 || clock !== null) && (
          <section>
            <h3>Others and the clock</h3>
            <ul>
              {clock !== null && (
                <Move
                  decision={decision}
                  title={clock.title}
                  leadsTo={clock.leadsTo}
                  run={() => runJob(clock)}
                  verb="Go there"
                />
              )}
              {simulators.map((move) => (
                <Move
                  key={move.id}
                  decision={decision}
                  title={move.title}
                  leadsTo={move.leadsTo}
                  run={() => runSimulator(move)}
                  verb="Run"
                />
              ))}
            </ul>
          </section>
        )}
      </div>
      {refused.length > 0 && <Refused of={refused} />}
    </div>
  );
};

const Move = ({
  decision,
  title,
  leadsTo,
  verb,
  run,
  children,
}: {
  /** The present one: what stays as it is needs no sign. */
  readonly decision: string | null;
  readonly title: string;
  readonly leadsTo: MoveOutcome;
  readonly verb: string;
  readonly run: () => Promise<string>;
  readonly children?: ComponentChildren;
}) => (
  <li class="move">
    <Button
      changes
      small
      label={`${verb}: ${title}`}
      onClick={async () => {
        showToast(await run());
      }}
    >
      {verb}
    </Button>
    <div>
      <div class="row">
        <span dir="auto">{title}</span>
        {leadsTo.decision !== null && leadsTo.decision !== decision && (
          <Badge tone="info">{decisionWords(leadsTo.decision)}</Badge>
        )}
      </div>
      <p class="muted small" dir="auto">
        {leadsTo.summary}
      </p>
      {children !== undefined && <div class="move-call">{children}</div>}
    </div>
  </li>
);

const Refused = ({ of }: { readonly of: OrderMoves['refused'] }) => (
  <details>
    <summary class="small muted">Not possible now, and why ({of.length})</summary>
    <ul class="moves-refused small">
      {of.map(({ operationId, title, problem, reason }) => (
        <li key={`${operationId} ${title}`}>
          <span>{title}</span>
          <span class="muted" dir="auto">
            {reason} <a href={link('reference', 'problems', problem)}>{problem}</a>
          </span>
        </li>
      ))}
    </ul>
  </details>
);

const MOST_BLOCKERS = 8;

/** As many are news; those of a fresh order are not. */
const MOST_AT_ONCE = 2;

/** Why the order is not valid, and the call that removes each reason: one line, until somebody asks. */
const Blockers = ({ order: { blockers, blockerCount, compliance, decision } }: { readonly order: OrderDetail }) => {
  if (blockers.length === 0) return null;
  const things = countWords(blockerCount, 'thing');
  const verb = blockerCount === 1 ? 'is' : 'are';
  return (
    <details class="blockers" open={blockerCount <= MOST_AT_ONCE}>
      <summary>
        {decision === null
          ? `${things} ${verb} ${compliance === 'INVALID' ? 'in the way' : 'still missing'}`
          : `${things} spoke against it at the verdict`}
      </summary>
      <ul>
        {blockers.slice(0, MOST_BLOCKERS).map(({ code, message, vin, operationId, remedy }) => (
          <li key={`${code} ${vin ?? ''}`}>
            <div class="row">
              <Badge tone="warn">{code}</Badge>
              {vin !== undefined && <code>{vin}</code>}
            </div>
            <div>
              <p dir="auto">{message}</p>
              <p class="muted small">
                {remedy}
                {operationId !== null && (
                  <>
                    {' '}
                    <a href={link('reference', 'api', operationId)}>{operationId}</a>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {blockerCount > MOST_BLOCKERS && (
        <p class="muted small">and {blockerCount - MOST_BLOCKERS} more: see Compliance.</p>
      )}
    </details>
  );
};

const taxed = decisionWords('VAT_APPLICABLE');

/** Brings the order to a status or a verdict by legal calls. */
const GoTo = ({ uuid }: { readonly uuid: string }) => {
  const goal = useSignal('');
  const goThere = async (): Promise<void> => {
    const [kind, name, because] = goal.value.split(':');
    const body = { [kind ?? '']: name, because } as OrderGoal;
    const { steps } = await call('POST', '/orders/{uuid}/goto', { path: { uuid }, body });
    showToast(
      steps.length === 0
        ? 'The order is there already.'
        : `Done in ${countWords(steps.length, 'step')}: see the timeline.`,
    );
    goal.value = '';
  };
  return (
    <div class="row">
      <label class="filter">
        <span class="muted small go-to">Bring it to</span>
        <select
          value={goal.value}
          onChange={({ currentTarget }) => {
            goal.value = currentTarget.value;
          }}
        >
          <option value="">a status or verdict</option>
          <optgroup label="Status">
            {Object.entries(STATUSES).map(([status, words]) => (
              <option key={status} value={`status:${status}`}>
                {words}
              </option>
            ))}
          </optgroup>
          <optgroup label="Verdict">
            <option value="verdict:VALID_EXPORT">{decisionWords('VALID_EXPORT')}</option>
            <option value="verdict:VAT_APPLICABLE">{taxed}</option>
            <option value="verdict:VAT_APPLICABLE:vies">{taxed} (VIES refuses)</option>
          </optgroup>
        </select>
      </label>
      <Button changes small kind="primary" disabled={goal.value === ''} onClick={goThere}>
        Go
      </Button>
    </div>
  );
};

/** Sends the call as it is offered; a refusal is the API's. Returns what happened, in words. */
const sendCall = async ({
  method,
  path,
  headers,
  body,
  upload,
  title,
}: OrderMoves['calls'][number]): Promise<string> => {
  const response = await sendAsClient({
    method,
    path,
    headers: upload === null ? headers : withoutType(headers),
    body: upload === null ? (body === null ? undefined : JSON.stringify(body)) : toForm(upload),
    clientId: await firstClient(),
  });
  if (response.status >= 400) throw new Refusal(toRefused(response.status, response.body));
  return `${title}: ${String(response.status)}.`;
};

const runSimulator = async ({ name, title, call: { body } }: OrderMoves['simulators'][number]): Promise<string> => {
  await call('POST', '/simulators/{name}/run', { path: { name }, body });
  return `${title}: done.`;
};

const runJob = async ({ by, title }: NonNullable<OrderMoves['clock']>): Promise<string> => {
  await call('POST', '/clock/advance', { body: { by } });
  return `${title}: done.`;
};

/** The browser writes the type of a multipart body, with its boundary. */
const withoutType = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'));

const toForm = ({ fields, file }: NonNullable<OrderMoves['calls'][number]['upload']>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  form.set(file.field, new File([bytes], file.fileName, { type: file.contentType }));
  return form;
};

const toRefused = (status: number, body: string): { title: string; detail: string; status: number } => {
  try {
    const { title, detail } = JSON.parse(body) as { title?: string; detail?: string };
    return { title: title ?? `Response ${String(status)}`, detail: detail ?? '', status };
  } catch {
    return { title: `Response ${String(status)}`, detail: body.slice(0, 200), status };
  }
};
