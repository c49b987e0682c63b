/** "3:12" for milliseconds; "1:03:12" beyond an hour. */
export const toTimer = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${String(minutes)}:${rest}` : `${String(hours)}:${String(minutes).padStart(2, '0')}:${rest}`;
};
