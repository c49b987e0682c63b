/** What a server tells the others of itself with each sign of life. */
export interface ReplicaFacts {
  /** Name of its machine: in Kubernetes, of its pod. */
  readonly host: string;
  readonly state: 'SERVING' | 'DRAINING';
  readonly load: ReplicaLoad;
}

export interface ReplicaLoad {
  readonly requestsLastMinute: number;
  readonly requestsInProgress: number;
  readonly openStreams: number;
  readonly deliveriesInProgress: number;
  readonly sandboxesInMemory: number;
  /** The longest since it was last looked at; null if it has not been measured yet. */
  readonly eventLoopDelaySeconds: number | null;
  readonly memory: { readonly used: number; readonly limit: number };
}

/** Another version may tell other things: what reads it must know the form. */
const FORM = 1;

export const toFactsText = (facts: ReplicaFacts): string => JSON.stringify({ form: FORM, ...facts });

/** Undefined for what a server of another version tells in a form that this one does not know, or for nothing. */
export const readFacts = (text: string): ReplicaFacts | undefined => {
  const { form, ...facts } = JSON.parse(text) as ReplicaFacts & { readonly form?: number };
  return form === FORM ? facts : undefined;
};
