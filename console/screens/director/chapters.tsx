import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { isSteering, jumpTo, type Show } from './show.ts';

/** Goes to the beginning of a chapter, or to a step of the present one. */
export const Chapters = ({ show }: { readonly show: Show }) => {
  const now = show.current?.chapter ?? show.next?.chapter ?? 1;
  return (
    <Card title="Chapters">
      <ol class="chapters">
        {show.outline.map(({ title, steps }, index) => (
          <li key={index}>
            <Button
              changes
              pressed={index + 1 === now}
              disabled={isSteering.value || show.status === 'playing'}
              onClick={() => jumpTo(index + 1)}
            >
              {index + 1}. {title}
            </Button>
            {index + 1 === now && (
              <ol>
                {steps.map((step, at) => (
                  <li key={at}>
                    <Button
                      changes
                      small
                      kind="quiet"
                      {...(step.isPlayed ? { icon: 'check' as const } : {})}
                      disabled={isSteering.value || show.status === 'playing'}
                      onClick={() => jumpTo(index + 1, at + 1)}
                    >
                      {step.title}
                    </Button>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};
