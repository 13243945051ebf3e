import { useRef, type SyntheticEvent } from 'react'

export type VideoAction = 'start' | 'complete'

/** seconds that are watched between two notes of the position: more often would only wear the disk */
const keptEvery = 5
/** seconds; who stopped so near the end begins anew */
const nearTheEnd = 3

type Listeners = {
  onVideo: (action: VideoAction) => void
  /** Where the coach is now, every few seconds; undefined at the end. */
  onPosition: (seconds: number | undefined) => void
}

type VideoEvent = SyntheticEvent<HTMLVideoElement>

/** What a video element is to do so that it goes on where the coach stopped, in seconds, and tells how far it came. */
export const useVideoPosition = (startAt: number, { onVideo, onPosition }: Listeners) => {
  const told = useRef(new Set<VideoAction>())
  const position = useRef(startAt)

  const tell = (action: VideoAction) => {
    if (told.current.has(action)) return
    told.current.add(action)
    onVideo(action)
  }

  const keep = (element: HTMLVideoElement, every = 0) => {
    if (element.ended || Math.abs(element.currentTime - position.current) < every) return
    position.current = element.currentTime
    onPosition(position.current)
  }

  return {
    onLoadedMetadata: ({ currentTarget: element }: VideoEvent) => {
      if (position.current < element.duration - nearTheEnd) element.currentTime = position.current
    },
    onPlay: () => tell('start'),
    onTimeUpdate: ({ currentTarget }: VideoEvent) => keep(currentTarget, keptEvery),
    onPause: ({ currentTarget }: VideoEvent) => keep(currentTarget),
    onEnded: () => {
      position.current = 0
      onPosition(undefined)
      tell('complete')
    },
  }
}
