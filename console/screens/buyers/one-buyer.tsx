import type { BuyerDetail } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  KeyValues,
  MissingRecord,
  Money,
  Page,
  RecordActions,
  Shown,
  State,
  Time,
  inWords,
  showToast,
} from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';

const allBuyers = () => ({ title: 'All buyers', href: link('buyers') });

/** A buyer with the history of its checks and what may happen to it. */
export const OneBuyer = ({ uuid }: { readonly uuid: string }) => {
  const buyer = useCall('/buyers/{uuid}', { path: { uuid } }, ['state', 'clock']);
  return (
    <Shown read={buyer} missing={<MissingRecord what="buyer" all={allBuyers()} />}>
      {(value) => <Whole buyer={value} />}
    </Shown>
  );
};

const Whole = ({ buyer }: { readonly buyer: BuyerDetail }) => {
  const { uuid, companyName, country, vatNumber, status, address, seller } = buyer;
  return (
    <Page
      title={
        <span class="row" dir="auto">
          {companyName}
          <State of={status} />
        </span>
      }
      intro={
        <>
          <code>{vatNumber}</code> · {address.street}, {address.postCode} {address.city}, {country} · buyer of{' '}
          {seller.companyName ?? 'a former seller'}
        </>
      }
      actions={<RecordActions uuid={uuid} what="buyer" all={allBuyers()} />}
    >
      <div class="buyer">
        <div class="stack">
          <TestNumber buyer={buyer} />
          <ViesHistory buyer={buyer} />
          <Verification buyer={buyer} />
        </div>
        <div class="stack">
          <Simulators buyer={buyer} />
          <Due buyer={buyer} />
          <Fired buyer={buyer} />
          <Orders buyer={buyer} />
        </div>
      </div>
    </Page>
  );
};

/** What the number makes VIES answer, in order: the next answer is marked. */
const TestNumber = ({ buyer: { testNumber } }: { readonly buyer: BuyerDetail }) => {
  if (testNumber === null) return null;
  const { sentence, answers, given } = testNumber;
  const next = Math.min(given, answers.length - 1);
  return (
    <Card title="A test number">
      <div class="stack">
        <p class="reading">{sentence}</p>
        <ol class="row">
          {answers.map(({ result, reason }, index) => (
            <li key={index} title={reason}>
              {index + 1}. <State of={result} /> {index === next && '(next)'}
            </li>
          ))}
        </ol>
        <p class="muted small">
          {given === 0
            ? 'VIES has not been asked yet'
            : `VIES has answered ${given === 1 ? 'once' : `${String(given)} times`}`}
          ; the last answer is repeated.
        </p>
      </div>
    </Card>
  );
};

const ViesHistory = ({ buyer: { vies, viesChecks, viesCheckCount } }: { readonly buyer: BuyerDetail }) => (
  <Card title="VIES" actions={<State of={vies.result} />}>
    {viesChecks.length === 0 && <p class="muted">The number has not been checked yet.</p>}
    <ol class="buyer-history">
      {viesChecks.map(({ id, result, requestedAt, checkedAt, reason }) => (
        <Checked key={id} state={result} begun={['asked', requestedAt]} ended={['answered', checkedAt]} why={reason} />
      ))}
    </ol>
    {viesCheckCount > viesChecks.length && (
      <p class="muted small">
        The newest {viesChecks.length} of {viesCheckCount} checks.
      </p>
    )}
  </Card>
);

const Verification = ({ buyer: { kyc, verifications } }: { readonly buyer: BuyerDetail }) => (
  <Card title="Verification (KYC)" actions={<State of={kyc.status} />}>
    <KeyValues
      of={[
        ['Led by', kyc.mode === 'SERVICE_LED' ? 'the service' : 'the marketplace'],
        kyc.reason !== undefined && ['Reason', kyc.reason],
      ]}
    />
    <ol class="buyer-history">
      {verifications.map(({ sessionId, status, startedAt, completedAt, reason }) => (
        <Checked
          key={sessionId}
          state={status}
          begun={['started', startedAt]}
          ended={['completed', completedAt]}
          why={reason}
        />
      ))}
    </ol>
  </Card>
);

const Checked = ({
  state,
  begun,
  ended,
  why,
}: {
  readonly state: string;
  readonly begun: readonly [verb: string, at: string];
  readonly ended: readonly [verb: string, at: string | null];
  readonly why: string | undefined;
}) => (
  <li>
    <State of={state} />
    <span>
      {begun[0]} <Time at={begun[1]} />
      {ended[1] !== null && (
        <>
          , {ended[0]} <Time at={ended[1]} />
        </>
      )}
      {why !== undefined && <span class="muted"> · {why}</span>}
    </span>
  </li>
);

const Simulators = ({ buyer: { uuid, simulators } }: { readonly buyer: BuyerDetail }) => (
  <Card title="What others can do">
    <ul class="buyer-simulators">
      {simulators.map(({ name, summary, possible, reason }) => (
        <li key={name}>
          <div>
            <p>{summary}</p>
            {!possible && reason !== undefined && <p class="muted small">{reason}</p>}
          </div>
          <Button
            changes
            small
            disabled={!possible}
            label={`Run ${name}`}
            onClick={async () => {
              const { events } = await call('POST', '/simulators/{name}/run', {
                path: { name },
                body: { buyerUuid: uuid },
              });
              showToast(events.length === 0 ? 'Done; no event follows.' : `Done. Events: ${events.join(', ')}.`);
            }}
          >
            Run
          </Button>
        </li>
      ))}
    </ul>
  </Card>
);

const Due = ({ buyer: { jobs } }: { readonly buyer: BuyerDetail }) =>
  jobs.length === 0 ? null : (
    <Card title="Due next">
      <ul class="buyer-history">
        {jobs.map(({ id, title, dueAt }) => (
          <li key={id}>
            <Time at={dueAt} />
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </Card>
  );

const MOST_FIRED = 10;

/** Newest first; the older ones are opened. */
const Fired = ({ buyer: { firedJobs, firedJobCount } }: { readonly buyer: BuyerDetail }) => {
  if (firedJobs.length === 0) return null;
  const older = firedJobs.slice(MOST_FIRED);
  return (
    <Card title="What has run">
      <FiredJobs jobs={firedJobs.slice(0, MOST_FIRED)} />
      {older.length > 0 && (
        <details>
          <summary class="small">
            {firedJobCount > firedJobs.length
              ? `${String(older.length)} older ones of ${String(firedJobCount)}`
              : `${String(older.length)} older ones`}
          </summary>
          <FiredJobs jobs={older} />
        </details>
      )}
    </Card>
  );
};

const FiredJobs = ({ jobs }: { readonly jobs: BuyerDetail['firedJobs'] }) => (
  <ul class="buyer-history">
    {jobs.map(({ id, title, at, status }) => (
      <li key={id}>
        <Time at={at} />
        <span dir="auto">
          {title}
          {status !== undefined && <span class="muted"> · {inWords(status)}</span>}
        </span>
      </li>
    ))}
  </ul>
);

const MOST_ORDERS = 20;

/** The search by VAT number finds the orders of all buyers with it: those of other sellers are left out. */
const Orders = ({ buyer: { uuid, vatNumber, orders } }: { readonly buyer: BuyerDetail }) => {
  const read = useCall('/orders', { query: { q: vatNumber, limit: MOST_ORDERS } }, ['state', 'clock']);
  return (
    <Card title={`Orders (${String(orders.count)})`}>
      {orders.count === 0 ? (
        <p class="muted">
          No order yet. <a href={link('reference', 'api', 'createOrder')}>Create one</a>
        </p>
      ) : (
        <Shown read={read} rows={1}>
          {({ data }) => (
            <ul class="buyer-orders">
              {data
                .filter(({ buyer }) => buyer.uuid === uuid)
                .map((order) => (
                  <li key={order.uuid}>
                    <a href={link('orders', order.uuid)} dir="auto">
                      {order.externalOrderId}
                    </a>
                    <Badge>{inWords(order.status)}</Badge>
                    <Money of={order.totalAmount} />
                  </li>
                ))}
            </ul>
          )}
        </Shown>
      )}
    </Card>
  );
};
