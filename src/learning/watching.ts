import { mergeSegments, type Segment } from '../lib/segments.ts'

/** Collects which stretches of a film are watched, as its player says where it is, in seconds. */
export const createWatching = () => {
  let stretches: Segment[] = []
  let current: Segment | undefined

  const close = () => {
    if (current) stretches = mergeSegments([...stretches, current])
    current = undefined
  }

  return {
    /** The film plays, and has come this far. */
    at: (time: number): void => {
      if (current && time >= current[1]) current[1] = time
      else {
        close()
        current = [time, time]
      }
    },
    /** The coach moves to another place: what lies between is not watched. */
    jump: close,
    /** s; what was watched and not taken yet */
    length: (): number =>
      mergeSegments([...stretches, ...(current ? [current] : [])]).reduce(
        (sum, [from, to]) => sum + to - from,
        0,
      ),
    /** What was watched since it was taken last. */
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
