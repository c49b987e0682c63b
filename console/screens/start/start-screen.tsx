import '../../kit/every-screen.ts';
import { type LoadPart, Part } from '../../kit/part.tsx';
import { Page } from '../../kit/page.tsx';
import { session } from '../../server/session-state.ts';
import { Checklist } from './checklist.tsx';
import { Connection } from './connection.tsx';
import { FirstRequest } from './first-request.tsx';

const PERSONAS: LoadPart = () => import('./personas.tsx');
const LIFETIME: LoadPart = () => import('../visit/lifetime.tsx');
const TAKE_ALONG: LoadPart = () => import('./take-along.tsx');

export default () => {
  const who = session.value;
  if (who === undefined) return null;
  const { isForeign, title } = who.server;
  return (
    <Page title="Start" intro={title} actions={who.sandboxExpiresAt !== undefined && <Part load={LIFETIME} quiet />}>
      <div class="start">
        <div class="stack start-main">
          <Connection who={who} />
          <FirstRequest who={who} />
          {!isForeign && <Part load={PERSONAS} quiet />}
          <Part load={TAKE_ALONG} quiet />
        </div>
        {!isForeign && <Checklist />}
      </div>
    </Page>
  );
};
