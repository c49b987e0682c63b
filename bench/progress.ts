/** What is going on, for whoever waits; the report itself goes to standard output or into its files. */
export const progress = (line: string): void => {
  process.stderr.write(`${process.uptime().toFixed(0).padStart(4)} s  ${line}\n`);
};
