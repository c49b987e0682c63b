import { Card } from '../../kit/card.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useProgress } from './progress.ts';
import { STEPS } from './steps.ts';

/** What a client of this sandbox has done already; it ticks itself. */
export const Checklist = () => {
  const done = useProgress();
  const next = STEPS.find(({ id }) => !done.has(id));
  return (
    <Card
      title="Progress of your client"
      actions={
        <span class="small muted" role="status">
          {done.size} of {STEPS.length}
        </span>
      }
      class="checklist"
    >
      <progress class="checklist-bar" max={STEPS.length} value={done.size} aria-label="Steps done" />
      <ol>
        {STEPS.map(({ id, title, how, place, words }) => {
          const isDone = done.has(id);
          return (
            <li key={id} class={isDone ? 'checklist-done' : id === next?.id ? 'checklist-next' : ''}>
              <span class="checklist-mark">
                {isDone && <Icon name="check" size={14} />}
                <span class="unseen">{isDone ? 'Done' : 'To do'}</span>
              </span>
              <div>
                <b>{title}</b>
                <p class="small muted">
                  {how} <a href={place()}>{words}</a>
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      {next === undefined && <p class="checklist-all">Your client has been through the whole workflow.</p>}
    </Card>
  );
};
