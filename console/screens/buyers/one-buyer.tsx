import type { BuyerDetail } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  KeyValues,
  List,
  Note,
  RecordPage,
  Shown,
  State,
  Time,
  call,
  inWords,
  link,
  toMoney,
  useRecord,
  useRecords,
} from '../../kit/kit.ts';

/** A buyer with the history of its checks and what may happen to it. */
export const OneBuyer = ({ uuid }: { readonly uuid: string }) => (
  <RecordPage
    read={useRecord('buyers', uuid)}
    uuid={uuid}
    what="buyer"
    all={['All buyers', link('buyers')]}
    title={({ companyName, status }) => (
      <>
        {companyName}
        <State of={status} />
      </>
    )}
    intro={({ vatNumber, address, country, seller }) => (
      <>
        <code>{vatNumber}</code> · {address.street}, {address.postCode} {address.city}, {country} · buyer of{' '}
        {seller.companyName ?? 'a former seller'}
      </>
    )}
  >
    {(buyer) => (
      <div class="buyer">
        <div class="stack">
          <TestNumber {...buyer} />
          <ViesHistory {...buyer} />
          <Verification {...buyer} />
        </div>
        <div class="stack">
          <Simulators {...buyer} />
          <Jobs {...buyer} />
          <Orders {...buyer} />
        </div>
      </div>
    )}
  </RecordPage>
);

/** What the number makes VIES answer, in order: the next answer is marked. */
const TestNumber = ({ testNumber }: BuyerDetail) => {
  if (testNumber === null) return null;
  const { sentence, answers, given } = testNumber;
  const next = Math.min(given, answers.length - 1);
  return (
    <Card title="A test number">
      <p class="reading">{sentence}</p>
      <ol class="row">
        {answers.map(({ result, reason }, index) => (
          <li key={index} title={reason}>
            {index + 1}. <State of={result} /> {index === next && '(next)'}
          </li>
        ))}
      </ol>
      <Note>
        {given === 0
          ? 'VIES has not been asked yet'
          : `VIES has answered ${given === 1 ? 'once' : `${String(given)} times`}`}
        ; the last answer is repeated.
      </Note>
    </Card>
  );
};

const ViesHistory = ({ vies, viesChecks, viesCheckCount }: BuyerDetail) => (
  <Card title="VIES" actions={<State of={vies.result} />}>
    {viesChecks.length === 0 && <p class="muted">The number has not been checked yet.</p>}
    <List ordered of={viesChecks} class="buyer-history">
      {({ result, requestedAt, checkedAt, reason }) =>
        checked(result, ['asked', requestedAt], ['answered', checkedAt], reason)
      }
    </List>
    {viesCheckCount > viesChecks.length && (
      <Note>
        The newest {viesChecks.length} of {viesCheckCount} checks.
      </Note>
    )}
  </Card>
);

const Verification = ({ kyc, verifications }: BuyerDetail) => (
  <Card title="Verification (KYC)" actions={<State of={kyc.status} />}>
    <KeyValues
      of={[
        ['Led by', kyc.mode === 'SERVICE_LED' ? 'the service' : 'the marketplace'],
        kyc.reason !== undefined && ['Reason', kyc.reason],
      ]}
    />
    <List ordered of={verifications} class="buyer-history">
      {({ status, startedAt, completedAt, reason }) =>
        checked(status, ['started', startedAt], ['completed', completedAt], reason)
      }
    </List>
  </Card>
);

type Moment<At> = readonly [verb: string, at: At];

const checked = (state: string, begun: Moment<string>, ended: Moment<string | null>, why: string | undefined) => (
  <>
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
  </>
);

const Simulators = ({ uuid, simulators }: BuyerDetail) => (
  <Card title="What others can do">
    <List of={simulators} class="buyer-simulators">
      {({ name, summary, possible, reason }) => (
        <>
          <div>
            <p>{summary}</p>
            {!possible && reason !== undefined && <Note>{reason}</Note>}
          </div>
          <Button
            changes
            small
            disabled={!possible}
            label={`Run ${name}`}
            onClick={async () => {
              const options = { path: { name }, body: { buyerUuid: uuid } };
              const { events } = await call('POST', '/simulators/{name}/run', options);
              return events.length === 0 ? 'Done; no event follows.' : `Done. Events: ${events.join(', ')}.`;
            }}
          >
            Run
          </Button>
        </>
      )}
    </List>
  </Card>
);

const MOST_FIRED = 10;

/** What is due, and what has run, newest first: the older ones are opened. */
const Jobs = ({ jobs, firedJobs, firedJobCount }: BuyerDetail) => {
  const older = firedJobs.slice(MOST_FIRED);
  return (
    <>
      {jobs.length > 0 && (
        <Card title="Due next">
          <List of={jobs} class="buyer-history">
            {({ title, dueAt }) => job(title, dueAt)}
          </List>
        </Card>
      )}
      {firedJobs.length > 0 && (
        <Card title="What has run">
          <Fired of={firedJobs.slice(0, MOST_FIRED)} />
          {older.length > 0 && (
            <details>
              <summary class="small">
                {older.length} older ones{firedJobCount > firedJobs.length && ` of ${String(firedJobCount)}`}
              </summary>
              <Fired of={older} />
            </details>
          )}
        </Card>
      )}
    </>
  );
};

const Fired = ({ of }: { readonly of: BuyerDetail['firedJobs'] }) => (
  <List of={of} class="buyer-history">
    {({ title, at, status }) => job(title, at, status)}
  </List>
);

const job = (title: string, at: string, status?: string) => (
  <>
    <Time at={at} />
    <span>
      {title}
      {status !== undefined && <span class="muted"> · {inWords(status)}</span>}
    </span>
  </>
);

const MOST_ORDERS = 20;

/** The search by VAT number finds the orders of all buyers with it: those of other sellers are left out. */
const Orders = ({ uuid, vatNumber, orders }: BuyerDetail) => {
  const read = useRecords('orders', { q: vatNumber, limit: MOST_ORDERS });
  return (
    <Card title={`Orders (${String(orders.count)})`}>
      {orders.count === 0 ? (
        <p class="muted">
          No order yet. <a href={link('reference', 'api', 'createOrder')}>Create one</a>
        </p>
      ) : (
        <Shown read={read}>
          {({ data }) => (
            <List of={data.filter(({ buyer }) => buyer.uuid === uuid)} class="buyer-orders">
              {(order) => (
                <>
                  <a href={link('orders', order.uuid)}>{order.externalOrderId}</a>
                  <Badge>{inWords(order.status)}</Badge>
                  <span class="buyer-amount">{toMoney(order.totalAmount)}</span>
                </>
              )}
            </List>
          )}
        </Shown>
      )}
    </Card>
  );
};
