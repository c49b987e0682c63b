/** Stands for rows that are being read; it shows itself after 150 ms only. */
export const Skeleton = ({ rows = 4 }: { readonly rows?: number }) => (
  <div class="skeleton" role="status">
    <span class="unseen">Loading</span>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} class="skeleton-row" />
    ))}
  </div>
);
