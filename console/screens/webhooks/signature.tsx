import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { InboxMessage, SignatureCheck, WholeDelivery } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  Fields,
  Form,
  Icon,
  List,
  Shown,
  Time,
  call,
  link,
  toInstant,
  useRead,
  Note,
} from '../../kit/kit.ts';

/** A signature taken apart, as a correct receiver verifies it. */
export const SignatureSteps = (check: SignatureCheck) => (
  <div class="stack">
    <div class={`signature-verdict ${check.genuine ? 'signature-genuine' : 'signature-forged'}`} role="status">
      <Icon name={check.genuine ? 'check' : 'close'} />
      <div>
        <h3>{check.genuine ? 'Genuine' : 'Not genuine'}</h3>
        {check.genuine && <p class="small">A correct receiver accepts this delivery.</p>}
        {check.causes.map(({ cause, detail, remedy }) => (
          <div key={cause} class="stack signature-cause">
            <p>{detail}</p>
            <p class="small">
              <strong>What to do:</strong> {remedy}
            </p>
          </div>
        ))}
      </div>
    </div>
    <List ordered of={check.steps} class="signature-steps" item="signature-step">
      {({ step, passed, detail }, index) => {
        const [title, picture] = STEPS[step];
        return (
          <>
            <span
              class={`signature-mark ${passed === null ? '' : passed ? 'signature-mark-ok' : 'signature-mark-bad'}`}
            >
              {passed === null ? index + 1 : <Icon name={passed ? 'check' : 'close'} />}
            </span>
            <div class="signature-step-body">
              <h3>
                {title}
                {passed !== null && <Badge tone={passed ? 'ok' : 'bad'}>{passed ? 'passed' : 'failed'}</Badge>}
              </h3>
              <p class="small muted signature-detail">{detail}</p>
              {picture?.(check)}
            </div>
          </>
        );
      }}
    </List>
  </div>
);

/** What each step does, and a picture of what it looks at. */
const STEPS: Readonly<
  Record<
    SignatureCheck['steps'][number]['step'],
    readonly [title: string, picture?: (check: SignatureCheck) => ComponentChildren]
  >
> = {
  headers: [
    'Find the signature in the headers',
    ({ headers, profile }) => {
      const wanted = Object.keys(profile.headers).map((name) => name.toLowerCase());
      const found = headers.filter(({ name }) => wanted.includes(name.toLowerCase()));
      return (
        found.length > 0 && (
          <pre class="signature-text" tabIndex={0}>
            {found.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          </pre>
        )
      );
    },
  ],
  timestamp: ['Check the time stamp'],
  content: [
    'Put together the text that is signed',
    ({ signed, body }) => {
      if (signed === null) return null;
      // What comes before the body is marked: it is what receivers forget.
      const start = body === '' ? 0 : Math.max(0, signed.text.indexOf(body.slice(0, 200)));
      return (
        <pre class="signature-text signature-signed" tabIndex={0}>
          {start > 0 && <mark>{signed.text.slice(0, start)}</mark>}
          {signed.text.slice(start)}
          {signed.complete ? '' : ' …'}
        </pre>
      );
    },
  ],
  digest: ['Work out the HMAC'],
  comparison: [
    'Compare the two',
    ({ comparisons }) => {
      const shown = comparisons.find(({ equal }) => equal) ?? comparisons[0];
      if (shown === undefined || comparisons.every(({ received }) => received === null)) return null;
      const { received, expected, firstDifference, secret, webhookId } = shown;
      // One above the other, marked from the first difference on.
      const end = firstDifference === null ? expected.length : firstDifference - 1;
      const line = (title: string, text: string) => (
        <div class="comparison-line">
          <span class="tiny muted">{title}</span>
          <code>
            <span class="comparison-equal">{text.slice(0, end)}</span>
            {end < text.length && <span class="comparison-other">{text.slice(end)}</span>}
          </code>
        </div>
      );
      return (
        <div class="comparison">
          {line('received', received ?? '')}
          {line('worked out', expected)}
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
    },
  ],
};

/** A message of an inbox, to be checked as it arrived. */
export const toRequest = ({ headers, body, encoding, receivedAt }: InboxMessage) => ({
  headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
  body,
  encoding,
  at: receivedAt,
});

/** The name of the inbox that has this URL. */
export const inboxIn = (url: string): string | undefined => /\/__inbox\/(?:[^/]+\/)?([^/]+)$/.exec(url)?.[1];

/** What an inbox received, if the delivery went to one; otherwise an attempt as it would be signed now. */
const checkDelivery = async ({ id, url, webhookId, eventId, tries }: WholeDelivery, secret: string) => {
  const name = tries.length === 0 ? undefined : inboxIn(url);
  const inbox = name === undefined ? undefined : await call('GET /inbox/{name}', { path: { name } });
  const message = inbox?.messages.findLast(({ body }) => body.includes(`"${eventId}"`));
  const body = {
    ...(message === undefined ? { deliveryId: id } : toRequest(message)),
    ...(secret === '' ? { webhookId } : { secret }),
  };
  return { check: await call('POST /webhooks/verify', { body }), message };
};

export const DeliverySignature = (delivery: WholeDelivery) => {
  const written = useSignal({ secret: '' });
  const secret = useSignal('');
  const checked = useRead(
    () => checkDelivery(delivery, secret.value),
    [delivery.id, delivery.tries.length, secret.value],
  );
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
            { name: 'secret', label: 'Your receiver’s secret', placeholder: 'Empty: the secret of the endpoint' },
          ]}
        />
        <Button changes type="submit">
          Check with this secret
        </Button>
      </Form>
      <Shown read={checked}>
        {({ check, message }) => (
          <>
            <Note>
              {message === undefined ? (
                'As an attempt is signed now: the headers that your receiver got are not stored.'
              ) : (
                <>
                  As it arrived in the inbox <Time at={message.receivedAt} on="wall" />.
                </>
              )}
            </Note>
            <SignatureSteps {...check} />
          </>
        )}
      </Shown>
    </div>
  );
};

/** Paste a delivery: is it genuine, and if not, why? */
export const VerifyForm = () => {
  const written = useSignal({ headers: '', body: '', secret: '', at: '' });
  const result = useSignal<SignatureCheck>();
  const { headers, body, secret, at } = written.value;
  const check = async () => {
    result.value = await call('POST /webhooks/verify', {
      body: {
        headers,
        body,
        secret: secret.trim() === '' ? undefined : secret,
        at: at === '' ? undefined : toInstant(at),
      },
    });
  };
  return (
    <div class="verify-columns">
      <Card title="A delivery that you received">
        <Form class="stack">
          <Fields
            of={written}
            fields={[
              {
                name: 'headers',
                label: 'Headers, one per line',
                rows: 4,
                placeholder: 'X-Service-Signature: t=1795165200,v1=5257a8…',
              },
              { name: 'body', label: 'Body, byte for byte', rows: 8, placeholder: '{"id":"…","type":"…",…}' },
              {
                name: 'secret',
                label: 'Secret that your receiver verifies with',
                placeholder: 'whsec_… (empty: the secrets of this sandbox)',
              },
              { name: 'at', label: 'Received at (UTC; empty: now)', type: 'datetime-local', step: '1' },
            ]}
          />
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
            Headers and body as your receiver got them. You see each step of the check, and what is most likely wrong.
          </EmptyState>
        ) : (
          <SignatureSteps {...result.value} />
        )}
      </Card>
    </div>
  );
};
