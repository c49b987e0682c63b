import { Button } from '../../kit/button.tsx';
import { Time } from '../../kit/time.tsx';
import type { DueJob } from './next-jobs.ts';
import { advanceTo } from './move-clock.ts';

/** What happens next on the sandbox's clock, each with a button that goes there. */
export const DueJobs = ({ jobs }: { readonly jobs: readonly DueJob[] }) =>
  jobs.length === 0 ? (
    <p class="small muted">
      Nothing is due. Jobs appear here when an order, a VIES check or a delivery waits for time to pass.
    </p>
  ) : (
    <ol class="due-jobs">
      {jobs.map(({ id, title, dueAt }) => (
        <li key={id}>
          <span class="due-title" dir="auto">
            {title}
          </span>
          <span class="small muted">
            <Time at={dueAt} />
          </span>
          <Button changes small onClick={() => advanceTo(dueAt)} label={`Go there: ${title}`}>
            Go there
          </Button>
        </li>
      ))}
    </ol>
  );
