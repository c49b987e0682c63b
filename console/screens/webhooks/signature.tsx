import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { InboxMessage, SignatureCheck, WholeDelivery } from '../../../src/generated/control-schemas.ts';
import { Badge, Button, Card, EmptyState, type Field, Fields, Form, Icon, Shown, Time } from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { useRead } from '../../server/use-call.ts';
import { inboxIn } from './deliveries.tsx';

type Step = SignatureCheck['steps'][number];

const TITLES: Readonly<Record<Step['step'], string>> = {
  headers: 'Find the signature in the headers',
  timestamp: 'Check the time stamp',
  content: 'Put together the text that is signed',
  digest: 'Work out the HMAC',
  comparison: 'Compare the two',
};

/** A signature taken apart, as a correct receiver verifies it. */
export const SignatureSteps = ({ check }: { readonly check: SignatureCheck }) => (
  <div class="stack">
    <div class={`signature-verdict ${check.genuine ? 'signature-genuine' : 'signature-forged'}`} role="status">
      <Icon name={check.genuine ? 'check' : 'close'} size={24} />
      <div>
        <h3>{check.genuine ? 'Genuine' : 'Not genuine'}</h3>
        {check.genuine ? (
          <p class="small">A correct receiver accepts this delivery.</p>
        ) : (
          check.causes.map(({ cause, detail, remedy }) => (
            <div key={cause} class="stack signature-cause">
              <p>{detail}</p>
              <p class="small">
                <strong>What to do:</strong> {remedy}
              </p>
            </div>
          ))
        )}
      </div>
    </div>
    <ol class="signature-steps">
      {check.steps.map((step, index) => (
        <li key={step.step} class="signature-step">
          <Mark passed={step.passed} number={index + 1} />
          <div class="signature-step-body">
            <h3>
              {TITLES[step.step]}
              {step.passed !== null && (
                <Badge tone={step.passed ? 'ok' : 'bad'}>{step.passed ? 'passed' : 'failed'}</Badge>
              )}
            </h3>
            <p class="small muted signature-detail" dir="auto">
              {step.detail}
            </p>
            {toPicture(step, check)}
          </div>
        </li>
      ))}
    </ol>
  </div>
);

const Mark = ({ passed, number }: { readonly passed: boolean | null; readonly number: number }) => (
  <span class={`signature-mark ${passed === null ? '' : passed ? 'signature-mark-ok' : 'signature-mark-bad'}`}>
    {passed === null ? number : <Icon name={passed ? 'check' : 'close'} size={14} />}
  </span>
);

const toPicture = ({ step }: Step, check: SignatureCheck): ComponentChildren => {
  const { headers, profile, signed, comparisons } = check;
  if (step === 'headers') {
    const wanted = Object.keys(profile.headers).map((name) => name.toLowerCase());
    const found = headers.filter(({ name }) => wanted.includes(name.toLowerCase()));
    return found.length === 0 ? null : (
      <pre class="signature-text" tabIndex={0}>
        {found.map(({ name, value }) => `${name}: ${value}`).join('\n')}
      </pre>
    );
  }
  if (step === 'content' && signed !== null)
    return (
      <pre class="signature-text signature-signed" tabIndex={0} dir="auto">
        <SignedText text={signed.text} body={check.body} />
        {signed.complete ? '' : ' …'}
      </pre>
    );
  if (step === 'comparison' && comparisons.length > 0 && comparisons.some(({ received }) => received !== null))
    return <Comparison comparisons={comparisons} />;
  return null;
};

/** What comes before the body is marked: it is what receivers forget. */
const SignedText = ({ text, body }: { readonly text: string; readonly body: string }) => {
  const start = text.indexOf(body.slice(0, 200));
  if (body === '' || start <= 0) return <>{text}</>;
  return (
    <>
      <mark>{text.slice(0, start)}</mark>
      {text.slice(start)}
    </>
  );
};

type Compared = SignatureCheck['comparisons'][number];

/** The signature received and the one worked out, one above the other, marked from the first difference on. */
const Comparison = ({ comparisons }: { readonly comparisons: readonly Compared[] }) => {
  const shown = comparisons.find(({ equal }) => equal) ?? comparisons[0];
  if (shown === undefined) return null;
  const { received, expected, firstDifference, secret, webhookId } = shown;
  return (
    <div class="comparison">
      <Line title="received" text={received ?? ''} from={firstDifference} />
      <Line title="worked out" text={expected} from={firstDifference} />
      <p class="tiny muted">
        {secret === 'given' ? (
          'With the secret that you gave.'
        ) : (
          <>
            With the {secret} secret of <a href={link('webhooks', 'endpoints', webhookId ?? '')}>{webhookId}</a>.
          </>
        )}
      </p>
    </div>
  );
};

const Line = ({
  title,
  text,
  from,
}: {
  readonly title: string;
  readonly text: string;
  readonly from: number | null;
}) => {
  const equal = from === null ? text : text.slice(0, from - 1);
  return (
    <div class="comparison-line">
      <span class="tiny muted">{title}</span>
      <code>
        <span class="comparison-equal">{equal}</span>
        {from !== null && <span class="comparison-other">{text.slice(from - 1)}</span>}
      </code>
    </div>
  );
};

/** What an inbox received, if the delivery went to one; otherwise an attempt as it would be signed now. */
interface Checked {
  readonly check: SignatureCheck;
  readonly message: InboxMessage | undefined;
}

const check = async (delivery: WholeDelivery, secret: string): Promise<Checked> => {
  const message = await findMessage(delivery);
  const given = secret === '' ? { webhookId: delivery.webhookId } : { secret };
  const body = message === undefined ? { deliveryId: delivery.id } : toRequest(message);
  return { check: await call('POST', '/webhooks/verify', { body: { ...body, ...given } }), message };
};

/** A message of an inbox, to be checked as it arrived. */
export const toRequest = ({ headers, body, encoding, receivedAt }: InboxMessage) => ({
  headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  ...{ body, encoding, at: receivedAt },
});

const findMessage = async ({ url, eventId, tries }: WholeDelivery): Promise<InboxMessage | undefined> => {
  const name = inboxIn(url);
  if (name === undefined || tries.length === 0) return undefined;
  const { messages } = await call('GET', '/inbox/{name}', { path: { name } });
  return messages.findLast(({ body }) => body.includes(`"${eventId}"`));
};

export const DeliverySignature = ({ delivery }: { readonly delivery: WholeDelivery }) => {
  const written = useSignal({ secret: '' });
  const secret = useSignal('');
  const checked = useRead(() => check(delivery, secret.value), [delivery.id, delivery.tries.length, secret.value]);
  return (
    <div class="stack">
      <Form
        class="row signature-secret"
        onSubmit={() => {
          secret.value = written.value.secret.trim();
        }}
      >
        <Fields
          of={written}
          fields={[
            {
              ...{ name: 'secret', label: 'Your receiver’s secret' },
              placeholder: 'Empty: the secret of the endpoint',
            },
          ]}
        />
        <Button changes type="submit">
          Check with this secret
        </Button>
      </Form>
      <Shown read={checked}>
        {({ check: result, message }) => (
          <div class="stack">
            <p class="small muted">
              {message === undefined ? (
                'As an attempt is signed now: the headers that your receiver got are not stored.'
              ) : (
                <>
                  As it arrived in the inbox <Time at={message.receivedAt} on="wall" />.
                </>
              )}
            </p>
            <SignatureSteps check={result} />
          </div>
        )}
      </Shown>
    </div>
  );
};

const FIELDS: readonly Field<'headers' | 'body' | 'secret' | 'at'>[] = [
  {
    ...{ name: 'headers', label: 'Headers, one per line', rows: 4 },
    placeholder: 'X-Service-Signature: t=1795165200,v1=5257a8…',
  },
  {
    ...{ name: 'body', label: 'Body, byte for byte', rows: 8 },
    placeholder: '{"id":"evt_…","type":"compliance.decision_made",…}',
  },
  {
    ...{ name: 'secret', label: 'Secret that your receiver verifies with' },
    placeholder: 'whsec_… (empty: the secrets of this sandbox)',
  },
  { name: 'at', label: 'Received at (UTC; empty: now)', type: 'datetime-local', step: '1' },
];

/** Paste a delivery: is it genuine, and if not, why? */
export const VerifyForm = () => {
  const written = useSignal({ headers: '', body: '', secret: '', at: '' });
  const result = useSignal<SignatureCheck | undefined>(undefined);
  const { headers, body, secret, at } = written.value;
  const check = async (): Promise<void> => {
    result.value = await call('POST', '/webhooks/verify', {
      body: {
        ...{ headers, body },
        ...(secret.trim() === '' ? {} : { secret }),
        ...(at === '' ? {} : { at: toInstant(at) }),
      },
    });
  };
  return (
    <div class="verify-columns">
      <Card title="A delivery that you received">
        <Form class="stack">
          <Fields of={written} fields={FIELDS} />
          <div class="row">
            <Button changes kind="primary" type="submit" disabled={headers === '' && body === ''} onClick={check}>
              Check the signature
            </Button>
          </div>
        </Form>
      </Card>
      <Card title="Step by step">
        {result.value === undefined ? (
          <EmptyState icon="check" title="Paste a delivery">
            <p class="small">
              Headers and body as your receiver got them. You see each step of the check, and what is most likely wrong.
            </p>
          </EmptyState>
        ) : (
          <SignatureSteps check={result.value} />
        )}
      </Card>
    </div>
  );
};

/** The field has no zone, and no seconds if they are zero. */
const toInstant = (local: string): string => `${local.length === 16 ? `${local}:00` : local}Z`;
