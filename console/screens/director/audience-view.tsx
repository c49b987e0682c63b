import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { toLook } from './follow.ts';
import type { Show } from './show.ts';

/** What the audience reads, and where its window is. */
export const AudienceView = ({ show }: { readonly show: Show }) => {
  const { current, failure, status } = show;
  const look = current?.look;
  return (
    <Card
      title="The audience sees"
      actions={
        status === 'playing' ? (
          <Badge tone="info">Making the calls</Badge>
        ) : (
          typeof look === 'string' && (
            <a href={toLook(look, { audience: 'on' })} target="vatmock-audience">
              {look || 'Start'}
            </a>
          )
        )
      }
    >
      {current === null ? (
        <p class="muted">The title “{show.title}”. The sandbox is at the beginning of the storyboard.</p>
      ) : (
        <div class="audience-view">
          <p class="small muted">{current.chapterTitle}</p>
          <h2>{current.title}</h2>
          <p>{current.sentence}</p>
        </div>
      )}
      {failure !== null && (
        <div class="error-panel" role="alert">
          <h2>This step did not lead where it should</h2>
          <p>{failure}</p>
          <p>Go back: the sandbox is restored as it was before the step.</p>
        </div>
      )}
    </Card>
  );
};
