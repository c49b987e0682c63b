import './kit/every-screen.ts';
import { render } from 'preact';
import { followLinks } from './address/address.ts';
import { takeVisitSecret } from './address/visit-secret.ts';
import { Shell } from './frame/shell.tsx';
import { applyTheme } from './frame/theme.ts';

takeVisitSecret();
applyTheme();
followLinks();
render(<Shell />, document.body);
