import { useEffect, useRef, type SyntheticEvent } from 'react'
import type { WatchedPart } from '../../../learning/module-records.ts'
import { mergeSegments, type Segment } from '../../../lib/watched-segments.ts'

/** The playback time between two saved positions. More frequent writes would only wear out the storage. */
const saveIntervalSeconds = 5
/**
 * The playback time between two records of watched segments. Segments that are not recorded are lost if the
 * browser ends the page without an event.
 */
const recordIntervalSeconds = 20
/** A coach who stopped this close to the end starts from the beginning. */
const nearEndSeconds = 3

/**
 * Collects which segments of a video were watched, in seconds, from the positions that its player reports. A
 * segment ends where the coach seeks to another position.
 */
export const createWatchTracker = () => {
  /** The segments that have ended. */
  let endedSegments: Segment[] = []
  /** The segment that is being watched. */
  let currentSegment: Segment | undefined

  const endCurrentSegment = () => {
    if (currentSegment) endedSegments = mergeSegments([...endedSegments, currentSegment])
    currentSegment = undefined
  }

  return {
    /**
     * Call this when the playing video reaches a position. It has played without a break since
     * `playedFrom`.
     */
    reach: (position: number, playedFrom = position): void => {
      if (currentSegment && position >= currentSegment[1]) currentSegment[1] = position
      else {
        endCurrentSegment()
        currentSegment = [playedFrom, position]
      }
    },
    /** Call this when the coach seeks, because the part between the two positions is not watched. */
    seek: endCurrentSegment,
    /** Returns how many seconds were watched since the last `take`. */
    getWatchedSeconds: (): number => {
      const segments = currentSegment ? [...endedSegments, currentSegment] : endedSegments
      return mergeSegments(segments).reduce((sum, [from, to]) => sum + to - from, 0)
    },
    /** Returns the segments watched since the last `take`, and removes them. */
    take: (): Segment[] => {
      const end = currentSegment?.[1]
      endCurrentSegment()
      const segments = endedSegments
      endedSegments = []
      // The next segment joins this one, so that no gap remains between them.
      if (end !== undefined) currentSegment = [end, end]
      return segments
    },
  }
}

type Listeners = {
  /** Called when the video plays for the first time. */
  onStart: () => void
  /** Called with the watched segments when the video pauses, and regularly while it plays. */
  onWatched: (watched: WatchedPart) => void
  /** Called with the current position every few seconds, and with undefined at the end. */
  onPosition: (seconds: number | undefined) => void
}

/**
 * Returns where the current stretch of playback began, in seconds. This is not the position at the `play`
 * event, because a busy phone dispatches the event late.
 */
const findPlayedFrom = ({ played, currentTime }: HTMLVideoElement): number => {
  for (let index = 0; index < played.length; index++) {
    const from = played.start(index)
    if (from <= currentTime && currentTime <= played.end(index)) return from
  }
  return currentTime
}

type VideoEvent = SyntheticEvent<HTMLVideoElement>

/**
 * Returns event handlers for a video element. They resume the video where the coach stopped (`startAt`, in
 * seconds), and report what is watched.
 */
export const useVideoPosition = (startAt: number, { onStart, onWatched, onPosition }: Listeners) => {
  const hasStarted = useRef(false)
  /** In seconds, or null at the end. */
  const position = useRef<number | null>(startAt)
  const tracker = useRef(createWatchTracker())

  const record = () => {
    const watched = tracker.current.take()
    if (watched.length > 0) onWatched({ watched, position: position.current })
  }
  // The effect below runs once, but has to call the `record` of the latest render.
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

  const reach = (element: HTMLVideoElement) =>
    tracker.current.reach(element.currentTime, findPlayedFrom(element))

  const onProgress = (element: HTMLVideoElement) => {
    // At its end, a video is paused, but it has played up to there.
    const hasPlayed = !element.paused || element.ended
    if (hasPlayed && !element.seeking) reach(element)
    savePosition(element, saveIntervalSeconds)
    if (tracker.current.getWatchedSeconds() >= recordIntervalSeconds) record()
  }

  return {
    onLoadedMetadata: ({ currentTarget: element }: VideoEvent) => {
      const resumeAt = position.current ?? 0
      // Keeps the position if the coach has chosen one before the video was loaded.
      if (element.currentTime > 0) return
      // Setting the position to 0, where it is already, would remove the poster.
      if (resumeAt > 0 && resumeAt < element.duration - nearEndSeconds) element.currentTime = resumeAt
    },
    onPlay: ({ currentTarget }: VideoEvent) => {
      reach(currentTarget)
      if (hasStarted.current) return
      hasStarted.current = true
      onStart()
    },
    onSeeking: () => tracker.current.seek(),
    onTimeUpdate: ({ currentTarget }: VideoEvent) => onProgress(currentTarget),
    onPause: ({ currentTarget }: VideoEvent) => {
      if (!currentTarget.seeking) reach(currentTarget)
      savePosition(currentTarget)
      record()
    },
    onEnded: onEnd,
  }
}
