#!/usr/bin/env node
import { checkNodeVersion } from './commands/check-node-version.ts';

// Before anything else is loaded: an older Node would fail on syntax, with a message that helps nobody.
checkNodeVersion(process.versions.node);
const { runCommand } = await import('./commands/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
