import { mergeSegments, type Segment } from '../lib/segments.ts'

/** Collects the watched segments of a video from its player's positions, in seconds. */
export const createWatching = () => {
  let stretches: Segment[] = []
  let current: Segment | undefined

  const close = () => {
    if (current) stretches = mergeSegments([...stretches, current])
    current = undefined
  }

  return {
    /** The video plays and has reached this position. */
    at: (time: number): void => {
      if (current && time >= current[1]) current[1] = time
      else {
        close()
        current = [time, time]
      }
    },
    /** The coach seeks: the part in between is not watched. */
    jump: close,
    /** In s: what was watched since the last `take`. */
    length: (): number =>
      mergeSegments([...stretches, ...(current ? [current] : [])]).reduce(
        (sum, [from, to]) => sum + to - from,
        0,
      ),
    /** Returns the segments watched since the last `take`. */
    take: (): Segment[] => {
      const end = current?.[1]
      close()
      const taken = stretches
      stretches = []
      if (end !== undefined) current = [end, end]
      return taken
    },
  }
}
