import { EmptyState } from '../../kit/empty-state.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { session } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';
import { LinkTable } from './link-table.tsx';
import { NewLink } from './new-link.tsx';

/** The operator's page: links that give a visitor a sandbox. */
export default () =>
  session.value?.server.maySelectSandbox === true ? (
    <Links />
  ) : (
    <EmptyState icon="visitors" title="This screen is the operator’s">
      <p>Sign in with the operator’s token to invite visitors.</p>
    </EmptyState>
  );

const Links = () => {
  const links = useCall('/visitor-links', { query: { limit: 100 } }, ['state']);
  return (
    <Page
      title="Visitors"
      intro="A link gives a visitor a living sandbox in two clicks. No secret changes hands but the link itself."
      actions={<NewLink onMade={links.again} />}
    >
      <Shown read={links}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="visitors" title="Nobody is invited yet">
              <p>
                Make a link above, or with <code>vatmock visitors</code>, and send it. Here you see who came, extend it,
                and revoke it.
              </p>
            </EmptyState>
          ) : (
            <LinkTable links={data} again={links.again} />
          )
        }
      </Shown>
    </Page>
  );
};
