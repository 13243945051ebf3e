import { useEffect, useRef, type SyntheticEvent } from 'react'
import type { Watched } from '../../learning/module-records.ts'
import { mergeSegments, type Segment } from '../../lib/segments.ts'

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

/** Seconds of playback between two stored positions; more frequent writes would only wear out the storage. */
const saveInterval = 5
/**
 * Seconds of playback after which segments are recorded, also while the film plays: a phone may be locked and
 * not come back.
 */
const recordInterval = 20
/** Seconds; a coach who stopped this close to the end starts from the beginning. */
const nearTheEnd = 3

type Listeners = {
  onBegin: () => void
  /** Receives the watched segments when the film pauses, and regularly while it plays. */
  onWatched: (watched: Watched) => void
  /** Receives the current position every few seconds; undefined at the end. */
  onPosition: (seconds: number | undefined) => void
}

type VideoEvent = SyntheticEvent<HTMLVideoElement>

/**
 * The event handlers of a video element that resumes where the coach stopped, in seconds, and reports what is
 * watched.
 */
export const useVideoPosition = (startAt: number, { onBegin, onWatched, onPosition }: Listeners) => {
  const hasBegun = useRef(false)
  const position = useRef<number | null>(startAt)
  const watching = useRef(createWatching())

  const record = () => {
    const watched = watching.current.take()
    if (watched.length > 0) onWatched({ watched, position: position.current })
  }
  const latest = useRef(record)
  useEffect(() => {
    latest.current = record
  })
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') latest.current()
    }
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      latest.current()
    }
  }, [])

  const end = () => {
    position.current = null
    onPosition(undefined)
    record()
  }

  // `timeupdate` and `pause` also fire at the end: the first one counts.
  const note = (element: HTMLVideoElement, every = 0) => {
    if (element.ended) return end()
    if (Math.abs(element.currentTime - (position.current ?? 0)) < every) return
    position.current = element.currentTime
    onPosition(position.current)
  }

  const progress = (element: HTMLVideoElement) => {
    if (!element.seeking && (!element.paused || element.ended)) watching.current.at(element.currentTime)
    note(element, saveInterval)
    if (watching.current.length() >= recordInterval) record()
  }

  return {
    onLoadedMetadata: ({ currentTarget: element }: VideoEvent) => {
      const place = position.current ?? 0
      // The coach moved to another position before it was loaded.
      if (element.currentTime > 0) return
      // Setting the current position again would remove the poster.
      if (place > 0 && place < element.duration - nearTheEnd) element.currentTime = place
    },
    onPlay: ({ currentTarget }: VideoEvent) => {
      watching.current.at(currentTarget.currentTime)
      if (hasBegun.current) return
      hasBegun.current = true
      onBegin()
    },
    onSeeking: () => watching.current.jump(),
    onTimeUpdate: ({ currentTarget }: VideoEvent) => progress(currentTarget),
    onPause: ({ currentTarget }: VideoEvent) => {
      if (!currentTarget.seeking) watching.current.at(currentTarget.currentTime)
      note(currentTarget)
      record()
    },
    onEnded: end,
  }
}
