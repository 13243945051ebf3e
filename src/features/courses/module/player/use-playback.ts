import { useEffect } from 'react'
import type { Narrator } from './narrator.ts'
import { useEventValue } from './use-event-value.ts'

const stateEvents = ['play', 'playing', 'pause', 'ended', 'seeked', 'waiting', 'canplay', 'emptied']
const timeEvents = ['timeupdate', 'seeking', 'seeked', 'emptied']

/** Four steps per second, as often as browsers report the time. */
const roundTime = (seconds: number): number => Math.floor(seconds * 4) / 4

/** A browser that loads another source resets the speed to its default. */
const setSpeed = (video: HTMLVideoElement, speed: number): void => {
  video.defaultPlaybackRate = speed
  video.playbackRate = speed
}

const seekTo = (video: HTMLVideoElement, seconds: number): void => {
  video.currentTime = seconds
}

/** Whether a film plays, stands still or loads, where it is, and what moves it. */
export const usePlayback = (
  video: HTMLVideoElement | null,
  narrator: Narrator,
  isHolding: boolean,
  { duration, speed }: { duration: number; speed: number },
) => {
  const time = useEventValue(video, timeEvents, ({ currentTime }) => roundTime(currentTime), 0)
  const isPaused = useEventValue(video, stateEvents, ({ paused }) => paused, true)
  const hasEnded = useEventValue(video, stateEvents, ({ ended }) => ended, false)
  const isLoading = useEventValue(
    video,
    stateEvents,
    ({ paused, ended, readyState }) => !paused && !ended && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    false,
  )

  useEffect(() => {
    if (video) setSpeed(video, speed)
  }, [video, speed])

  const seek = (seconds: number): void => {
    if (video) seekTo(video, Math.min(Math.max(seconds, 0), duration))
  }

  return {
    time,
    hasEnded,
    isLoading,
    /** A film that waits for the voice plays, for the coach. */
    isPlaying: !isPaused || isHolding,
    toggle: () => {
      if (isHolding) narrator.stop()
      // A browser that refuses shows the film paused, as it is.
      else if (video?.paused) void video.play().catch(() => undefined)
      else video?.pause()
    },
    seek,
    /** Moves forwards, or backwards by a negative number of seconds. */
    skip: (seconds: number) => seek((video?.currentTime ?? 0) + seconds),
  }
}

export type Playback = ReturnType<typeof usePlayback>
