import { go, link } from '../../address/address.ts';
import { ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { startShow } from './show.ts';

/** Begins a storyboard, and becomes the presenter's window. */
export const PlayStoryboard = ({
  name,
  title,
  small = false,
}: {
  readonly name: string;
  readonly title: string;
  readonly small?: boolean;
}) => (
  <Button
    changes
    kind="primary"
    icon="play"
    small={small}
    label={`Play ${title}`}
    onClick={async () => {
      const isSure = await ask({
        title: `Play “${title}”?`,
        text: 'The sandbox is reset to the beginning of the storyboard, and its clock is frozen. This window becomes yours; open another one for the audience.',
        verb: 'Reset and play',
      });
      if (!isSure) return;
      await startShow(name);
      go(link('presenter'));
    }}
  >
    Play
  </Button>
);
