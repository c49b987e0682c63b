import { useSignal } from '@preact/signals';
import type { components } from '../../../src/generated/admin-types.ts';
import { address } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { call } from '../../server/call.ts';
import { session } from '../../server/session-state.ts';
import { MadeLink } from '../visitors/made-link.tsx';

type Made = components['schemas']['NewVisitorLink'];

/** A link with which others watch this sandbox, on machines of their own. */
export const InviteAudience = () => {
  const made = useSignal<Made | undefined>(undefined);
  const sandbox = address.value.query.get('sandbox') ?? session.value?.sandbox;
  if (sandbox === undefined) return null;
  return (
    <Card
      title="An audience on other machines"
      actions={
        <Button
          changes
          onClick={async () => {
            made.value = await call('POST', '/visitor-links', {
              body: {
                name: 'Audience',
                start: { sandbox },
                ...{ uses: 'many', copies: 'shared', permission: 'watch', expiresIn: 'P1D' },
              },
            });
          }}
        >
          Make a watch-only link
        </Button>
      }
    >
      <p>
        All who open the link see the audience’s window of this sandbox, live, and can change nothing. It works for a
        day; revoke it under Visitors.
      </p>
      {made.value !== undefined && (
        <MadeLink
          made={made.value}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </Card>
  );
};
