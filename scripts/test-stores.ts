/** The acceptance tests on the store that the first argument names, or those of the folders that follow it. */
import { spawn } from 'node:child_process';

const [store = '', ...folders] = process.argv.slice(2);

const STORES = ['memory', 'sqlite', 'postgres', 'replicas'];

if (STORES.includes(store)) {
  const paths = folders.length === 0 ? ['test/acceptance/'] : folders.map((name) => `test/acceptance/${name}/`);
  const jest = spawn('npm', ['run', '--silent', 'test:jest', '--', '--maxWorkers=50%', ...paths], {
    env: { ...process.env, VATMOCK_TEST_STORE: store },
    stdio: 'inherit',
  });
  jest.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.stderr.write(`usage: npm run test:stores -- ${STORES.join('|')} [FOLDER OF test/acceptance ...]\n`);
  process.exitCode = 2;
}
