import { render } from 'preact';
import { applyTheme } from './frame/header.tsx';
import { Shell } from './frame/shell.tsx';
import './kit/kit.ts';
import { followLinks, takeVisitSecret } from './server/address.ts';

takeVisitSecret();
applyTheme();
followLinks();
render(<Shell />, document.body);
