import { Button, call, readSession, session, toAmount, toExact, wallNow } from '../../kit/kit.ts';

const HOUR = 3_600_000;

/** How long a visitor's sandbox lasts, and a button that keeps it longer. */
export default () => {
  const { sandbox, sandboxExpiresAt, sandboxLatestExpiresAt } = session.value ?? {};
  if (sandbox === undefined || sandboxExpiresAt === undefined) return null;
  const ends = Date.parse(sandboxExpiresAt);
  const left = Math.max(0, ends - wallNow.value);
  const canKeep = sandboxLatestExpiresAt !== undefined && Date.parse(sandboxLatestExpiresAt) > ends;
  const keep = async () => {
    const { expiresAt } = await call('PATCH', '/sandboxes/{id}', { path: { id: sandbox }, body: { extend: true } });
    await readSession();
    return expiresAt === null ? undefined : `Your sandbox lasts until ${toExact(expiresAt)} UTC.`;
  };
  return (
    <span class="lifetime">
      <time
        class={`small ${left < HOUR ? 'lifetime-short' : 'muted'}`}
        dateTime={sandboxExpiresAt}
        title={`This sandbox is dropped on ${toExact(ends)} UTC`}
      >
        {left === 0 ? 'Ends now' : `Ends in ${toAmount(left)}`}
      </time>
      {canKeep && (
        <Button changes small onClick={keep}>
          Keep it longer
        </Button>
      )}
    </span>
  );
};
