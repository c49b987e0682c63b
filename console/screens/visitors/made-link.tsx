import type { NewVisitorLink } from '../../../src/generated/control-schemas.ts';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';

/** The link, shown only now: the server keeps no secret that it could show again. */
export const MadeLink = ({
  made: { url, name },
  onClose,
}: {
  readonly made: NewVisitorLink;
  readonly onClose: () => void;
}) => (
  <Dialog
    title={`The link for “${name}”`}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Done</Button>
        <CopyButton text={url} what="the link" words="Copy the link" primary />
      </>
    }
  >
    <div class="stack">
      <code class="made-link">{url}</code>
      <p>Copy it now: it is not shown again. Send it to the visitor only. To take it back, revoke it in the list.</p>
    </div>
  </Dialog>
);
