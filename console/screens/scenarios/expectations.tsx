import { Badge, type Tone } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { useCall } from '../../server/use-call.ts';
import type { ScenarioReport } from './types.ts';

type Verdict = ScenarioReport['verdict'];

const TONES: Readonly<Record<Verdict, Tone>> = { met: 'ok', 'not-met': 'bad', open: 'info' };
const WORDS: Readonly<Record<Verdict, string>> = { met: 'Met', 'not-met': 'Not met', open: 'Open' };

/** What the scenario expects of a correct client, and what came; live. */
export const Expectations = ({ name }: { readonly name: string }) => {
  const report = useCall('/scenarios/{name}/verdict', { path: { name } }, [
    'scenario',
    'exchange',
    'delivery',
    'clock',
  ]);
  return (
    <Shown read={report}>
      {({ verdict, expectations, activatedAt, complete }) => (
        <Card
          title={
            <span class="row">
              Expectations
              {expectations.length > 0 && <Badge tone={TONES[verdict]}>{WORDS[verdict]}</Badge>}
            </span>
          }
          actions={
            <span class="small muted">
              Since <Time at={activatedAt} />
            </span>
          }
        >
          {expectations.length === 0 ? (
            <p class="small muted">
              It expects nothing. Add <code>expect</code> to a copy of it to judge your client.
            </p>
          ) : (
            <ol class="stack expectations">
              {expectations.map((each) => (
                <li key={each.number} class="expectation">
                  <Badge tone={TONES[each.verdict]}>{WORDS[each.verdict]}</Badge>
                  <div>
                    <p dir="auto">{each.wanted}</p>
                    <p class="small muted" dir="auto">
                      {each.came}
                      {each.final ? ', final' : ''}
                    </p>
                    {each.because !== null && (
                      <p class="small muted" dir="auto">
                        Why: {each.because}
                      </p>
                    )}
                  </div>
                </li>
              ))}
            </ol>
          )}
          {!complete && <p class="small muted">The first requests after the activation are unknown.</p>}
        </Card>
      )}
    </Shown>
  );
};
