import { render } from 'preact';
import { followLinks } from './address/address.ts';
import { Shell } from './frame/shell.tsx';
import { applyTheme } from './frame/theme.ts';

applyTheme();
followLinks();
render(<Shell />, document.body);
