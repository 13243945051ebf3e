import { useEffect } from 'react'
import type { Narrator } from './narrator.ts'
import { useEventValue } from '../../../../ui/use-event-value.ts'

const stateEvents = ['play', 'playing', 'pause', 'ended', 'seeked', 'waiting', 'canplay', 'emptied']
const timeEvents = ['timeupdate', 'seeking', 'seeked', 'emptied']

/** Rounds a time down to a quarter of a second, because browsers report it about four times per second. */
const roundTime = (seconds: number): number => Math.floor(seconds * 4) / 4

/** Sets both rates: when the browser loads another source, it resets the speed to the default rate. */
const setSpeed = (video: HTMLVideoElement, speed: number): void => {
  video.defaultPlaybackRate = speed
  video.playbackRate = speed
}

const seekTo = (video: HTMLVideoElement, seconds: number): void => {
  video.currentTime = seconds
}

/**
 * Returns the state of a video, and the functions that control it. The state is read from the video element,
 * so that it is also right when the browser itself pauses the video. `duration` is in seconds. `isHeld`: the
 * narrator has paused the video until the voice has finished a sentence.
 */
export const usePlayback = (
  video: HTMLVideoElement | null,
  narrator: Narrator,
  isHeld: boolean,
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
    /** To the coach, a video that is held for the voice is playing. */
    isPlaying: !isPaused || isHeld,
    toggle: () => {
      if (isHeld) narrator.stop()
      // If the browser refuses to play, the player shows that the video is paused.
      else if (video?.paused) void video.play().catch(() => undefined)
      else video?.pause()
    },
    seek,
    /** Moves forwards, or backwards by a negative number of seconds. */
    skip: (seconds: number) => seek((video?.currentTime ?? 0) + seconds),
  }
}

export type Playback = ReturnType<typeof usePlayback>
