import { type RunningCommand, startCommand } from '../command-line.ts';

/** A server as a process of its own, which can be killed. */
export interface ReplicaProcess {
  readonly url: string;
  readonly command: RunningCommand;
}

export interface ReplicaOptions {
  /** By default one that is free. */
  readonly port?: number;
  readonly flags?: readonly string[];
}

export const startReplicaProcess = async (
  databaseUrl: string,
  { port = 0, flags = ['--log-level', 'silent'] }: ReplicaOptions = {},
): Promise<ReplicaProcess> => {
  const command = startCommand(['serve', '--port', String(port), ...flags], { VATMOCK_DATABASE_URL: databaseUrl });
  const [, listening = ''] = await command.says('stdout', /Base URL +http:\/\/\S+:(\d+)\/v1/);
  return { url: `http://127.0.0.1:${port === 0 ? listening : String(port)}`, command };
};

/** Starts one server after the other on one database; how fast they are depends on the machine. */
export const startReplicaProcesses = async (databaseUrl: string, count: number): Promise<ReplicaProcess[]> => {
  const started: ReplicaProcess[] = [];
  for (let index = 0; index < count; index++) started.push(await startReplicaProcess(databaseUrl));
  return started;
};

export const stopReplicas = async (replicas: readonly ReplicaProcess[]): Promise<void> => {
  for (const { command } of replicas) command.signal('SIGKILL');
  await Promise.all(replicas.map(({ command }) => command.ended));
};

/** A token of the client, from any of the servers: they sign with one key. */
export const tokenFrom = async (
  { url }: Pick<ReplicaProcess, 'url'>,
  client: string,
  secret: string,
): Promise<string> => {
  const response = await fetch(`${url}/auth/realms/integration/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: client, client_secret: secret }),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
};
