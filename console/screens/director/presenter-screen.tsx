import { useEffect } from 'preact/hooks';
import { link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import TakeAlong from '../start/take-along.tsx';
import { AudienceView } from './audience-view.tsx';
import { Chapters } from './chapters.tsx';
import { Notes } from './notes.tsx';
import { PresenterHead } from './presenter-head.tsx';
import { currentShow, isSteering, nextStep, type Show, stepBack, useShow } from './show.ts';
import { ShownCalls } from './shown-calls.tsx';
import { steerByKeys } from './steer-by-keys.ts';

/** The presenter's window: what the audience does not see, and buttons as large as a thumb. */
export default () => {
  useShow();
  useEffect(() => {
    document.title = 'Presenter · vatmock';
    return steerByKeys({ space: true });
  }, []);
  const { show, refused } = currentShow.value;
  if (show === undefined) return refused === undefined ? <Skeleton /> : <ErrorPanel refused={refused} />;
  if (show === null)
    return (
      <div class="presenter-empty">
        <h1 class="unseen">Presenter</h1>
        <EmptyState icon="play" title="Nothing is played">
          <p>
            <a href={link('director')}>Choose a storyboard</a>: this window and that of the audience follow it.
          </p>
        </EmptyState>
      </div>
    );
  return <Presenting show={show} />;
};

const Presenting = ({ show }: { readonly show: Show }) => (
  <div class="presenter">
    <PresenterHead show={show} />
    <div class="presenter-body">
      <div class="stack">
        <AudienceView show={show} />
        {show.current !== null && (
          <ShownCalls key={show.played} calls={show.current.calls} proof={show.current.proof} />
        )}
        {show.status === 'finished' && <TakeAlong />}
      </div>
      <div class="stack presenter-side">
        <Notes show={show} />
        <Chapters show={show} />
      </div>
    </div>
    <footer class="presenter-steer">
      <Button changes disabled={!show.canGoBack || isSteering.value} title="Left arrow" onClick={stepBack}>
        Back
      </Button>
      <Button
        changes
        kind="primary"
        disabled={show.next === null || show.status === 'failed' || isSteering.value}
        title="Space or right arrow"
        onClick={nextStep}
      >
        {show.played === 0 ? 'Begin' : 'Next'}
        {show.next !== null && <small class="clip">{show.next.title}</small>}
      </Button>
    </footer>
  </div>
);
