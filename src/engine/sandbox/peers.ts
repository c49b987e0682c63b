/** The processes that share sandboxes, as one of them sees them. */
export interface Peers {
  /** The name of this process; after a restart it is another. */
  readonly own: string;
  /** False for a process that has ended, or has not been seen for seconds. */
  readonly isAlive: (process: string) => boolean;
  /** Waits for something that other exchanges do, and lets them work on the sandbox meanwhile. */
  readonly whileWaiting: <T>(wait: () => Promise<T>) => Promise<T>;
}
