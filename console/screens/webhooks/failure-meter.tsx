/** The failures since the last success: full means paused. */
export const FailureMeter = ({ count, most }: { readonly count: number; readonly most: number }) => (
  <div class="failure-meter">
    <div
      class={`failure-meter-bar ${count * 2 >= most ? 'failure-meter-near' : ''}`}
      role="meter"
      aria-label="Failures in a row"
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={Math.min(count, most)}
    >
      {Array.from({ length: most }, (_, index) => (
        <i key={index} class={index < count ? 'failure-meter-on' : ''} />
      ))}
    </div>
    <span class="tiny muted">
      {count} of {most} failures in a row
    </span>
  </div>
);
