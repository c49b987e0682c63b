import { useEffect } from 'preact/hooks';
import { Button, go, isWatching, setQuery, useCall } from '../../kit/kit.ts';
import { isSteering, nextStep, steerByKeys, stepBack, toLook } from './show.ts';

/** What makes a console the audience's window: it tells the story, and goes where the story is. */
export default () => {
  const { show } = useCall('/show').value ?? {};
  const { current = null } = show ?? {};
  // While a step makes its calls, what to look at may not be there yet.
  const at = show && show.status !== 'playing' && `${show.storyboard} ${String(show.played)}`;
  useEffect(() => {
    if (at && typeof current?.look === 'string') go(toLook(current.look));
  }, [at]);
  useEffect(() => steerByKeys({ space: false }), []);
  return (
    <aside class="ribbon" aria-label="Show" aria-live="polite">
      <div class="ribbon-text">
        <p class="tiny ribbon-chapter">{current?.chapterTitle ?? (show === null ? 'No show yet' : show?.title)}</p>
        <p>
          <b>{current?.title ?? (show === null ? 'This window follows the next one.' : 'It begins in a moment.')}</b>{' '}
          {current?.sentence}
        </p>
      </div>
      {show && !isWatching.value && (
        <div class="row ribbon-steer">
          <Button
            kind="quiet"
            small
            label="Step back"
            disabled={!show.canGoBack || isSteering.value}
            onClick={stepBack}
          >
            Back
          </Button>
          <Button
            kind="quiet"
            small
            label="Next step"
            disabled={show.next === null || show.status === 'failed' || isSteering.value}
            onClick={nextStep}
          >
            Next
          </Button>
        </div>
      )}
      <Button
        kind="quiet"
        small
        icon="close"
        label="Leave the show"
        onClick={() => setQuery({ audience: '' }, { replace: false })}
      />
      {show && <progress max={show.steps} value={show.played} aria-label="Steps played" />}
    </aside>
  );
};
