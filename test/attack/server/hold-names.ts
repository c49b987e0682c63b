import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { open, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';

// Loaded into the server by `--import`: name servers that stay silent, without asking any. A name below SILENT never
// resolves. Asked by `dns.lookup`, it holds a thread of the pool, as the system's resolver would.

const SILENT = '.silent.example';

const fifo = path.join(os.tmpdir(), `vatmock-silent-${String(process.pid)}`);
// A killed server has left its own, and numbers of processes are used again.
rmSync(fifo, { force: true });
execFileSync('mkfifo', [fifo]);
process.once('exit', () => rmSync(fifo, { force: true }));

const isSilent = (name: unknown): boolean => typeof name === 'string' && name.endsWith(SILENT);

type Call = (...args: unknown[]) => unknown;

/** Opening a pipe that is never written to takes a thread until the process ends. */
const holdThread = (): void => {
  open(fifo, 'r', () => undefined);
};

const silence = (owner: object, names: readonly string[], hold: () => void, isPromised: boolean): void => {
  const members = owner as Record<string, Call | undefined>;
  for (const name of names) {
    const original = members[name];
    if (original === undefined) continue;
    members[name] = function (this: unknown, ...args: unknown[]) {
      if (!isSilent(args[0])) return original.apply(this, args);
      hold();
      return isPromised ? new Promise(() => undefined) : undefined;
    };
  }
};

const RESOLVING = ['resolve', 'resolve4', 'resolve6', 'resolveAny'];
silence(dns, ['lookup'], holdThread, false);
silence(dns.promises, ['lookup'], holdThread, true);
silence(dns, RESOLVING, () => undefined, false);
silence(dns.promises, RESOLVING, () => undefined, true);

/** A cancelled question has to end, as the real one does; all that is asked of one resolver ends with it. */
const silenceResolver = (prototype: object, isPromised: boolean): void => {
  const members = prototype as Record<string, Call>;
  const waiting = new WeakMap<object, Set<(error: Error) => void>>();
  const cancelled = (): Error => Object.assign(new Error('queryA ECANCELLED'), { code: 'ECANCELLED' });
  for (const name of RESOLVING) {
    const original = members[name];
    if (original === undefined) continue;
    members[name] = function (this: object, ...args: unknown[]) {
      if (!isSilent(args[0])) return original.apply(this, args);
      const fails = waiting.get(this) ?? new Set();
      waiting.set(this, fails);
      if (isPromised) return new Promise((_resolve, reject) => fails.add(reject));
      fails.add(args.at(-1) as (error: Error) => void);
      return {};
    };
  }
  const cancel = members['cancel'];
  members['cancel'] = function (this: object) {
    const fails = waiting.get(this) ?? new Set();
    waiting.delete(this);
    for (const fail of fails) queueMicrotask(() => fail(cancelled()));
    return cancel?.apply(this);
  };
};
silenceResolver(dns.Resolver.prototype, false);
silenceResolver(dns.promises.Resolver.prototype, true);
syncBuiltinESMExports();
