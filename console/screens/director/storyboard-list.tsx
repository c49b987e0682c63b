import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { session } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';
import type { components } from '../../../src/generated/admin-types.ts';
import { InviteAudience } from './invite-audience.tsx';
import { NowPlaying } from './now-playing.tsx';
import { PlayStoryboard } from './play-storyboard.tsx';
import { RecordStoryboard } from './record-storyboard.tsx';

type Summary = components['schemas']['StoryboardSummary'];

/** What can be played, and what is. */
export const StoryboardList = () => {
  const storyboards = useCall('/storyboards', {}, ['show', 'state']);
  return (
    <Page
      title="Director"
      intro="Storyboards show the workflow step by step: real calls, with what the audience sees and your notes."
      actions={
        <>
          <RecordStoryboard />
          <a class="button" href={link('director', { view: 'edit' })}>
            Write a storyboard
          </a>
        </>
      }
    >
      <div class="stack">
        <NowPlaying />
        <Shown read={storyboards} rows={5}>
          {({ data }) => (
            <ul class="storyboards">
              {data.map((each) => (
                <li key={each.name}>
                  <OneCard of={each} />
                </li>
              ))}
            </ul>
          )}
        </Shown>
        {session.value?.server.maySelectSandbox === true && <InviteAudience />}
      </div>
    </Page>
  );
};

const OneCard = ({ of: { name, title, summary, minutes, steps, chapters, origin } }: { readonly of: Summary }) => (
  <Card
    class="storyboard-card"
    title={
      <a data-row href={link('director', name)}>
        {title}
      </a>
    }
    actions={<PlayStoryboard name={name} title={title} small />}
  >
    <p dir="auto">{summary}</p>
    <p class="small muted">
      {minutes !== null && `${String(minutes)} min, `}
      {steps === 1 ? '1 step' : `${String(steps)} steps`}: {chapters.join(', ')}
    </p>
    {origin !== 'bundled' && <Badge>{origin === 'uploaded' ? 'Uploaded to this sandbox' : 'From a file'}</Badge>}
  </Card>
);
