/** Knows how much memory the process has left. Work that takes much of it asks first. */
export interface MemoryGuard {
  /** Whether there is room for so many bytes more. */
  readonly hasRoomFor: (bytes: number) => boolean;
}
