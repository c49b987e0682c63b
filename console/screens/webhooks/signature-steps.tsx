import type { SignatureCheck } from '../../../src/generated/control-schemas.ts';
import type { ComponentChildren } from 'preact';
import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Icon } from '../../kit/icon.tsx';

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
