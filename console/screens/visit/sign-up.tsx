import { useSignal } from '@preact/signals';
import { Button, ErrorPanel, Note, go, isForeign, link, recordsScreen, useAttempt } from '../../kit/kit.ts';
import { signUp } from '../../server/sign-up.ts';

/** A sandbox of one's own without an account, where the operator allows it. */
export default () => {
  const share = useSignal<number | undefined>(undefined);
  const { refused, attempt } = useAttempt();
  const start = async () => {
    refused.value = undefined;
    share.value = 0;
    await attempt(async () => {
      await signUp((done) => {
        share.value = Math.min(1, done);
      });
      go(link(recordsScreen()), { replace: true });
    });
    share.value = undefined;
  };
  return (
    <section class="sign-up">
      <h2>Just looking?</h2>
      <Note>
        Get a sandbox of your own{isForeign.value ? '' : ', with orders in every state'}. No account, no e-mail; it is
        dropped after a while.
      </Note>
      <div class="row">
        <Button kind="primary" onClick={start}>
          Get a sandbox
        </Button>
        {share.value !== undefined && (
          <progress class="sign-up-bar" max={1} value={share.value} aria-label="Your browser works for a second" />
        )}
      </div>
      {refused.value !== undefined && <ErrorPanel refused={refused.value} />}
    </section>
  );
};
