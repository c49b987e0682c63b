import { Dialog } from '../kit/dialog.tsx';
import { offeredScreens } from './screens.ts';
import { isHelpOpen } from './keyboard.ts';

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Search'],
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
];

export const KeyboardHelp = () => {
  if (!isHelpOpen.value) return null;
  const screens = offeredScreens().map(({ letter, title }) => [['g', letter], title] as const);
  return (
    <Dialog
      title="Keys"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <div class="keys">
        {[KEYS, screens].map((group, index) => (
          <dl key={index}>
            {group.map(([keys, what]) => (
              <div key={what}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
    </Dialog>
  );
};
