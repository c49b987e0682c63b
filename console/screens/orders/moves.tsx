import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { MoveOutcome, OrderDetail, OrderGoal, OrderMoves } from '../../../src/generated/control-schemas.ts';
import { WORDS } from '../../../src/generated/words.ts';
import {
  Badge,
  Button,
  Card,
  CopyButton,
  List,
  Refusal,
  Shown,
  call,
  countWords,
  link,
  refusedBy,
  useCall,
  Note,
  Refer,
} from '../../kit/kit.ts';
import { firstClient, fromBase64, sendAsClient, toForm } from '../../server/api-request.ts';

/** What is legal for the order now, and a button for each. */
export const MovesCard = (order: OrderDetail) => {
  const path = { uuid: order.uuid };
  return (
    <Card title="What can happen now" actions={<GoTo uuid={order.uuid} />}>
      <Blockers {...order} />
      <Shown read={useCall('/orders/{uuid}/next', { path })}>{(moves) => <AllMoves {...moves} />}</Shown>
    </Card>
  );
};

/** More are shown on demand: an order of many vehicles has many moves. */
const MOST = 6;

const AllMoves = ({ calls, simulators, clock, refused, order: { decision } }: OrderMoves) => {
  const others = [
    ...(clock === null
      ? []
      : [{ ...clock, verb: 'Go there', run: () => call('POST /clock/advance', { body: { by: clock.by } }) }]),
    ...simulators.map((move) => {
      const options = { path: { name: move.name }, body: move.call.body };
      return { ...move, verb: 'Run', run: () => call('POST /simulators/{name}/run', options) };
    }),
  ];
  if (calls.length + others.length === 0) return <p class="muted">Nothing: this is where the workflow ends.</p>;
  return (
    <>
      <div class="moves">
        {calls.length > 0 && (
          <section>
            <h3>The client</h3>
            <List of={calls} most={MOST} item="move">
              {(move) => (
                <Move {...move} decision={decision} run={() => sendCall(move)} verb="Send">
                  <a class="small" href={link('reference', 'api', move.operationId)}>
                    {move.operationId}
                  </a>
                  <CopyButton text={move.curl} what={`${move.title} as curl`} />
                </Move>
              )}
            </List>
          </section>
        )}
        {others.length > 0 && (
          <section>
            <h3>Others and the clock</h3>
            <List of={others} item="move">
              {(move) => <Move {...move} decision={decision} />}
            </List>
          </section>
        )}
      </div>
      {refused.length > 0 && (
        <details>
          <summary class="small muted">Not possible now, and why ({refused.length})</summary>
          <List of={refused} class="moves-refused small">
            {({ title, problem, reason }) => (
              <>
                <span>{title}</span>
                <span class="muted">
                  {reason} <Refer to="problems" name={problem} />
                </span>
              </>
            )}
          </List>
        </details>
      )}
    </>
  );
};

const Move = ({
  title,
  leadsTo,
  decision,
  verb,
  run,
  children,
}: {
  readonly title: string;
  readonly leadsTo: MoveOutcome;
  /** The present one: what stays as it is needs no sign. */
  readonly decision: string | null;
  readonly verb: string;
  /** Gives the status of the response, if it is one of the API. */
  readonly run: () => Promise<unknown>;
  readonly children?: ComponentChildren;
}) => (
  <>
    <Button
      changes
      small
      label={`${verb}: ${title}`}
      onClick={async () => {
        const status = await run();
        return `${title}: ${typeof status === 'number' ? String(status) : 'done'}.`;
      }}
    >
      {verb}
    </Button>
    <div>
      <div class="row">
        <span>{title}</span>
        {leadsTo.decision && leadsTo.decision !== decision && (
          <Badge tone="info">{WORDS.decision[leadsTo.decision].word}</Badge>
        )}
      </div>
      <Note>{leadsTo.summary}</Note>
      {children !== undefined && <div class="move-call">{children}</div>}
    </div>
  </>
);

const MOST_BLOCKERS = 8;

/** As many are news; those of a fresh order are not. */
const MOST_AT_ONCE = 2;

/** Why the order is not valid, and the call that removes each reason: one line, until somebody asks. */
const Blockers = ({ blockers, blockerCount, compliance, decision }: OrderDetail) => {
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
      <List of={blockers.slice(0, MOST_BLOCKERS)}>
        {({ code, message, vin, operationId, remedy }) => (
          <>
            <div class="row">
              <Badge tone="warn">{code}</Badge>
              {vin && <code>{vin}</code>}
            </div>
            <div>
              <p>{message}</p>
              <Note>
                {remedy} {operationId && <Refer to="api" name={operationId} />}
              </Note>
            </div>
          </>
        )}
      </List>
      {blockerCount > MOST_BLOCKERS && <Note>and {blockerCount - MOST_BLOCKERS} more: see Compliance.</Note>}
    </details>
  );
};

const taxed = WORDS.decision.VAT_APPLICABLE.word;

/** What an order is brought to, in two groups. */
const GOALS = {
  Status: Object.entries(WORDS.orderStatus).map(([status, words]) => [`status:${status}`, words]),
  Verdict: [
    ['verdict:VALID_EXPORT', WORDS.decision.VALID_EXPORT.word],
    ['verdict:VAT_APPLICABLE', taxed],
    ['verdict:VAT_APPLICABLE:vies', `${taxed} (VIES refuses)`],
  ],
} as const;

/** Brings the order to a status or a verdict by legal calls. */
const GoTo = ({ uuid }: { readonly uuid: string }) => {
  const goal = useSignal('');
  const goThere = async () => {
    const [kind = '', name, because] = goal.value.split(':');
    const { steps } = await call('POST /orders/{uuid}/goto', {
      path: { uuid },
      body: { [kind]: name, because } as OrderGoal,
    });
    goal.value = '';
    return steps.length === 0
      ? 'The order is there already.'
      : `Done in ${countWords(steps.length, 'step')}: see the timeline.`;
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
          {Object.entries(GOALS).map(([group, goals]) => (
            <optgroup key={group} label={group}>
              {goals.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <Button changes small kind="primary" disabled={goal.value === ''} onClick={goThere}>
        Go
      </Button>
    </div>
  );
};

/** Sends the call as it is offered, and gives its status; a refusal is the API's. */
const sendCall = async ({ method, path, headers, body, upload }: OrderMoves['calls'][number]): Promise<number> => {
  const response = await sendAsClient({
    method,
    path,
    // The browser writes the type of a multipart body, with its boundary.
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => upload === null || name.toLowerCase() !== 'content-type'),
    ),
    body: upload !== null ? toBody(upload) : body === null ? undefined : JSON.stringify(body),
    clientId: await firstClient(),
  });
  if (response.status >= 400) throw new Refusal(refusedBy(response.status, response.body));
  return response.status;
};

const toBody = ({ fields, file }: NonNullable<OrderMoves['calls'][number]['upload']>): FormData => {
  const { base64, fileName, contentType } = file;
  return toForm(fields, file.field, new File([fromBase64(base64)], fileName, { type: contentType }));
};
