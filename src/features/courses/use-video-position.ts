import { useRef, type SyntheticEvent } from 'react'

export type VideoAction = 'start' | 'complete'

/** seconds of playback between two stored positions; more frequent writes would only wear the disk */
const saveInterval = 5
/** seconds; a coach who stopped this close to the end starts from the beginning */
const nearTheEnd = 3

type Listeners = {
  onVideo: (action: VideoAction) => void
  /** Where the coach is now, every few seconds; undefined at the end. */
  onPosition: (seconds: number | undefined) => void
}

type VideoEvent = SyntheticEvent<HTMLVideoElement>

/** The listeners of a video element that resumes where the coach stopped, in seconds, and reports how far it came. */
export const useVideoPosition = (startAt: number, { onVideo, onPosition }: Listeners) => {
  const reported = useRef(new Set<VideoAction>())
  const position = useRef(startAt)

  const report = (action: VideoAction) => {
    if (reported.current.has(action)) return
    reported.current.add(action)
    onVideo(action)
  }

  const end = () => {
    position.current = 0
    onPosition(undefined)
    report('complete')
  }

  // `timeupdate` and `pause` come at the end too: whichever comes first counts.
  const note = (element: HTMLVideoElement, every = 0) => {
    if (element.ended) return end()
    if (Math.abs(element.currentTime - position.current) < every) return
    position.current = element.currentTime
    onPosition(position.current)
  }

  return {
    onLoadedMetadata: ({ currentTarget: element }: VideoEvent) => {
      if (position.current < element.duration - nearTheEnd) element.currentTime = position.current
    },
    onPlay: () => report('start'),
    onTimeUpdate: ({ currentTarget }: VideoEvent) => note(currentTarget, saveInterval),
    onPause: ({ currentTarget }: VideoEvent) => note(currentTarget),
    onEnded: end,
  }
}
