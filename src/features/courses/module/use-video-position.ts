import { useEffect, useRef, type SyntheticEvent } from 'react'
import type { WatchedPart } from '../../../learning/module-records.ts'
import { mergeSegments, type Segment } from '../../../lib/segments.ts'

/** Collects the watched segments of a video from its player's positions, in seconds. */
export const createWatchTracker = () => {
  /** The segments that have ended. */
  let stretches: Segment[] = []
  let current: Segment | undefined

  const endCurrent = () => {
    if (current) stretches = mergeSegments([...stretches, current])
    current = undefined
  }

  return {
    /** The video plays and has reached this position. */
    reach: (position: number): void => {
      if (current && position >= current[1]) current[1] = position
      else {
        endCurrent()
        current = [position, position]
      }
    },
    /** The coach seeks: the part in between is not watched. */
    jump: endCurrent,
    /** In seconds: what was watched since the last `take`. */
    length: (): number =>
      mergeSegments([...stretches, ...(current ? [current] : [])]).reduce(
        (sum, [from, to]) => sum + to - from,
        0,
      ),
    /** Returns the segments watched since the last `take`. */
    take: (): Segment[] => {
      const end = current?.[1]
      endCurrent()
      const segments = stretches
      stretches = []
      if (end !== undefined) current = [end, end]
      return segments
    },
  }
}

/** In seconds of playback, between two stored positions. More frequent writes would only wear out the storage. */
const saveInterval = 5
/**
 * In seconds of playback. Segments are recorded this often while the film plays, because the page may end
 * without notice.
 */
const recordInterval = 20
/** In seconds. A coach who stopped this close to the end starts from the beginning. */
const nearTheEnd = 3

type Listeners = {
  onBegin: () => void
  /** Receives the watched segments when the film pauses, and regularly while it plays. */
  onWatched: (watched: WatchedPart) => void
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
  /** In seconds; null at the end. */
  const position = useRef<number | null>(startAt)
  const tracker = useRef(createWatchTracker())

  const record = () => {
    const watched = tracker.current.take()
    if (watched.length > 0) onWatched({ watched, position: position.current })
  }
  const latestRecord = useRef(record)
  useEffect(() => {
    latestRecord.current = record
  })
  useEffect(() => {
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') latestRecord.current()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      latestRecord.current()
    }
  }, [])

  const onEnd = () => {
    position.current = null
    onPosition(undefined)
    record()
  }

  /** Saves the position if it has changed by `minChange` seconds. */
  const savePosition = (element: HTMLVideoElement, minChange = 0) => {
    // `timeupdate` and `pause` also fire at the end, before `ended`.
    if (element.ended) return onEnd()
    if (Math.abs(element.currentTime - (position.current ?? 0)) < minChange) return
    position.current = element.currentTime
    onPosition(position.current)
  }

  const onProgress = (element: HTMLVideoElement) => {
    if (!element.seeking && (!element.paused || element.ended)) tracker.current.reach(element.currentTime)
    savePosition(element, saveInterval)
    if (tracker.current.length() >= recordInterval) record()
  }

  return {
    onLoadedMetadata: ({ currentTarget: element }: VideoEvent) => {
      const resumeAt = position.current ?? 0
      // The coach moved to another position before the video was loaded.
      if (element.currentTime > 0) return
      // Setting the position to 0, where it is already, would remove the poster.
      if (resumeAt > 0 && resumeAt < element.duration - nearTheEnd) element.currentTime = resumeAt
    },
    onPlay: ({ currentTarget }: VideoEvent) => {
      tracker.current.reach(currentTarget.currentTime)
      if (hasBegun.current) return
      hasBegun.current = true
      onBegin()
    },
    onSeeking: () => tracker.current.jump(),
    onTimeUpdate: ({ currentTarget }: VideoEvent) => onProgress(currentTarget),
    onPause: ({ currentTarget }: VideoEvent) => {
      if (!currentTarget.seeking) tracker.current.reach(currentTarget.currentTime)
      savePosition(currentTarget)
      record()
    },
    onEnded: onEnd,
  }
}
