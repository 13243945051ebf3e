import { useEffect, useMemo } from 'react'
import { useEventValue } from '../use-event-value.ts'

/** A sentence of the captions. Times are in seconds. */
export type Cue = { from: number; to: number; text: string }

const loadEvents = ['load']
const cueEvents = ['cuechange']

/** Removes the line breaks of a caption, which only captions over the video need. */
const toSentence = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

/** Reads the captions that the browser has loaded for a track. */
const readCues = (track: HTMLTrackElement | null): Cue[] =>
  [...(track?.track.cues ?? [])].map((cue) => ({
    from: cue.startTime,
    to: cue.endTime,
    text: cue instanceof VTTCue ? toSentence(cue.text) : '',
  }))

const setMode = (track: TextTrack, mode: TextTrackMode): void => {
  if (track.mode !== mode) track.mode = mode
}

/**
 * Lets the browser draw the captions over the video only if `isDrawnByBrowser`: while the browser's own player
 * replaces ours, as on an iPhone in full screen.
 */
export const useCaptionMode = (track: HTMLTrackElement | null, isDrawnByBrowser: boolean): void => {
  useEffect(() => {
    const video = track?.parentElement
    if (!track || !(video instanceof HTMLVideoElement)) return undefined
    const tracks = video.textTracks
    const apply = () => setMode(track.track, isDrawnByBrowser ? 'showing' : 'hidden')
    apply()
    // The browser changes the mode if the coach has turned captions on in the browser's settings.
    tracks.addEventListener('change', apply)
    return () => tracks.removeEventListener('change', apply)
  }, [track, isDrawnByBrowser])
}

/**
 * Returns the captions of a track (`cues`), which the browser loads and times, and the index of the one to show
 * now (`currentIndex`).
 */
export const useCaptions = (track: HTMLTrackElement | null) => {
  const cueCount = useEventValue(track, loadEvents, ({ track: { cues } }) => cues?.length ?? 0, 0)
  // The list of cues is the same object before and after loading, so its length shows that it has changed.
  const cues = useMemo(() => (cueCount > 0 ? readCues(track) : []), [track, cueCount])
  /** The start of the caption for the current position of the video, in seconds. */
  const activeFrom = useEventValue(
    track?.track,
    cueEvents,
    ({ activeCues }) => activeCues?.[0]?.startTime,
    undefined,
  )
  const activeIndex = cues.findIndex(({ from }) => from === activeFrom)
  return { cues, currentIndex: activeIndex === -1 ? undefined : activeIndex }
}
