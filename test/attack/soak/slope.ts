/** Median of the slopes between all pairs: one late collection of garbage does not bend it. */
export const slopeOf = (points: readonly (readonly [number, number])[]): number => {
  const slopes: number[] = [];
  for (const [index, [x, y]] of points.entries())
    for (const [laterX, laterY] of points.slice(index + 1)) if (laterX > x) slopes.push((laterY - y) / (laterX - x));
  slopes.sort((one, other) => one - other);
  const middle = Math.floor(slopes.length / 2);
  if (slopes.length === 0) return 0;
  if (slopes.length % 2 === 1) return slopes[middle] ?? 0;
  return ((slopes[middle - 1] ?? 0) + (slopes[middle] ?? 0)) / 2;
};
