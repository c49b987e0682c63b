import { link, parameter } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { showToast } from '../../kit/toast.tsx';
import { sendAsClient } from '../../server/api-request.ts';
import type { Session } from '../../server/session-state.ts';
import { clientOf } from './connection.tsx';
import { LANGUAGES } from './examples.ts';

const language = parameter('language', 'curl');

/** A first request in the language of the reader. */
export const FirstRequest = ({ who }: { readonly who: Session }) => {
  const { id, secret } = clientOf(who);
  const { baseUrl, tokenUrl, isForeign } = who.server;
  if (isForeign || tokenUrl === undefined) return null;
  const values = { baseUrl, tokenUrl, clientId: id ?? 'YOUR_CLIENT_ID', clientSecret: secret ?? 'YOUR_CLIENT_SECRET' };
  const send = async (): Promise<void> => {
    const path = `${new URL(baseUrl).pathname}/me`;
    const { status } = await sendAsClient({ method: 'GET', path, headers: {}, body: undefined, clientId: id });
    showToast(`GET /me was answered with ${String(status)}`);
  };
  return (
    <Card
      title="A first request"
      actions={
        <>
          {id !== undefined && (
            <Button changes small onClick={send}>
              Send it from here
            </Button>
          )}
          <a class="button button-quiet button-small" href={link('traffic')}>
            Watch it in Traffic
          </a>
        </>
      }
    >
      <p class="small muted start-lead">Gets an access token, and asks who you are.</p>
      <Tabs
        label="Languages"
        chosen={language}
        tabs={LANGUAGES.map(({ id: name, title, example }) => ({
          id: name,
          title,
          content: () => <CodeBlock text={example(values)} what={`the example in ${title}`} />,
        }))}
      />
    </Card>
  );
};
