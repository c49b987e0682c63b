import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import { link } from '../../address/address.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { Guess } from '../../kit/guess.tsx';
import { Inline } from '../../kit/prose.tsx';
import { countWords } from './words.ts';

type Rule = OrderDetail['rules'][number];

const STATES: Readonly<Record<Rule['state'], readonly [words: string, tone: Tone]>> = {
  met: ['met', 'ok'],
  not_met: ['not met', 'bad'],
  later: ['later', 'quiet'],
  not_applicable: ['does not apply', 'quiet'],
};

/** Rule by rule: met or not, in words, and the sentence of the description that it follows; warnings first. */
export const ComplianceRules = ({ order: { rules, warnings } }: { readonly order: OrderDetail }) => (
  <Card flush>
    {warnings.map(({ code, message, vin }) => (
      <p key={code + (vin ?? '') + message} class="compliance-warning">
        <Badge tone="warn">{code}</Badge> {vin !== undefined && <code>{vin}</code>} {message}
      </p>
    ))}
    <ul class="rules">
      {rules.map(({ id, sentence, state, codes, vins, vinCount, quote, assumption }) => {
        const [words, tone] = STATES[state];
        return (
          <li key={id}>
            <div>
              <Badge tone={tone}>{words}</Badge>
            </div>
            <div class="stack-small">
              <div class="row">
                <span class="reading">{sentence}</span>
                <RestsOn assumption={assumption} />
              </div>
              {quote !== undefined && (
                <blockquote class="rule-quote reading">
                  <Inline text={quote} />
                </blockquote>
              )}
              {state === 'not_met' && vinCount > 0 && (
                <p class="small">
                  {countWords(vinCount, 'vehicle')}: <code>{vins.slice(0, 5).join(', ')}</code>
                  {vinCount > 5 && ' …'}
                </p>
              )}
            </div>
            <div class="rule-codes">
              {codes.map((code) => (
                <code key={code} class="tiny muted">
                  {code}
                </code>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  </Card>
);

/** The sign of the assumption that a rule rests on. */
const RestsOn = ({ assumption }: { readonly assumption: string | undefined }) =>
  assumption === undefined ? null : (
    <Guess id={assumption}>
      <p>
        The description of the API leaves this open.{' '}
        <a href={link('reference', 'assumptions', assumption)}>{assumption}</a>
      </p>
    </Guess>
  );
