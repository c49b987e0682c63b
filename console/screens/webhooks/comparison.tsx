import { link } from '../../address/address.ts';
import type { SignatureCheck } from './types.ts';

type Compared = SignatureCheck['comparisons'][number];

/** The signature received and the one worked out, one above the other, marked from the first difference on. */
export const Comparison = ({ comparisons }: { readonly comparisons: readonly Compared[] }) => {
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
