// Runs after `npm install` in a clone, so that the package can be imported from there at once. An installation
// without development dependencies brings no compiler: there is nothing to do then. It is npm's script `dependencies`,
// which only a clone runs: npm warns of a script `prepare` where the packed package is installed.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync(new URL('../node_modules/typescript', import.meta.url))) {
  execSync('npm run build', { stdio: 'inherit' });
}
