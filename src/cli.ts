#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { checkNodeVersion } from './commands/check-node-version.ts';

// Before anything else is loaded: an older Node would fail on syntax, with a message that helps nobody.
checkNodeVersion(process.versions.node);
// Compiled code is kept beside the package: from the second start on that saves a sixth of the time, and half where it is
// run from its sources. (Not in a folder for temporary files, where others may put code for us.) Where nothing can be
// written, everything goes on without.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/vatmock', import.meta.url)));
const { runCommand } = await import('./commands/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
