import { type RunningCommand, startCommand } from '../../support/command-line.ts';

/** A server as a process of its own, which can be killed. */
export interface ReplicaProcess {
  readonly url: string;
  readonly command: RunningCommand;
}

/** Starts one server after the other on one database; how fast they are depends on the machine. */
export const startReplicaProcesses = async (databaseUrl: string, count: number): Promise<ReplicaProcess[]> => {
  const started: ReplicaProcess[] = [];
  for (let index = 0; index < count; index++) {
    const command = startCommand(['serve', '--port', '0', '--log-level', 'silent'], {
      VATMOCK_DATABASE_URL: databaseUrl,
    });
    const [, base = ''] = await command.says('stdout', /Base URL +(http:\/\/\S+)\/v1/);
    started.push({ url: base, command });
  }
  return started;
};

export const stopReplicas = async (replicas: readonly ReplicaProcess[]): Promise<void> => {
  for (const { command } of replicas) command.signal('SIGKILL');
  await Promise.all(replicas.map(({ command }) => command.ended));
};

/** A token of the client, from any of the servers: they sign with one key. */
export const tokenFrom = async ({ url }: ReplicaProcess, client: string, secret: string): Promise<string> => {
  const response = await fetch(`${url}/auth/realms/integration/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: client, client_secret: secret }),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
};
