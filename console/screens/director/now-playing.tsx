import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { isWatching } from '../../server/session-state.ts';
import { currentShow, useShow } from './show.ts';

/** The show of this sandbox, with its two windows. */
export const NowPlaying = () => {
  useShow();
  const { show } = currentShow.value;
  if (show === undefined || show === null) return null;
  const { title, played, steps, status } = show;
  return (
    <Card
      title={
        <span class="row">
          {title}{' '}
          <Badge tone={status === 'failed' ? 'bad' : 'ok'}>{status === 'finished' ? 'Finished' : 'Playing'}</Badge>
        </span>
      }
      actions={
        <>
          {!isWatching.value && (
            <a class="button button-primary" href={link('presenter')}>
              Presenter’s window
            </a>
          )}
          <a class="button" href={link('audience')}>
            Audience’s window
          </a>
        </>
      }
    >
      <progress class="presenter-bar" max={steps} value={played} aria-label="Steps played" />
      <p class="small muted">
        Step {played} of {steps}
        {show.current !== null && `: ${show.current.title}`}
      </p>
    </Card>
  );
};
