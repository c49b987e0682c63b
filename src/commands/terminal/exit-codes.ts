/** What the shell, a container or a pipeline learns from the end of a command. */
export const EXIT = {
  ok: 0,
  /** The command ran and says no: a file has faults, a port is taken. */
  failed: 1,
  /** The command line itself is wrong. */
  usage: 2,
} as const;
