import '../server/call.ts';
import '../server/use-call.ts';
import './button.tsx';
import './dialog.tsx';
import './layout.tsx';
import './shown.tsx';
import './table.tsx';
import './words.tsx';

// What most screens need, as one script instead of twenty: each screen imports it, so that the bundler does not part it by who uses what.
