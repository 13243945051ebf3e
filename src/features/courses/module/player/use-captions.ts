import { useEffect, useMemo } from 'react'
import type { Cue } from './film-chapters.ts'
import { useEventValue } from './use-event-value.ts'

const loaded = ['load']
const changed = ['cuechange']

/** A caption is broken into lines for the browser's own captions. */
const toSentence = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

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
 * The captions of a track, and the index of the one to show now. The browser loads and times them but does
 * not draw them over the picture, unless its own player has taken over (`inBrowserPlayer`).
 */
export const useCaptions = (track: HTMLTrackElement | null, inBrowserPlayer: boolean) => {
  useEffect(() => {
    const tracks = track?.parentElement instanceof HTMLVideoElement && track.parentElement.textTracks
    if (!tracks) return undefined
    const apply = () => setMode(track.track, inBrowserPlayer ? 'showing' : 'hidden')
    apply()
    // A browser shows captions by itself to a person who asked for that in its settings.
    tracks.addEventListener('change', apply)
    return () => tracks.removeEventListener('change', apply)
  }, [track, inBrowserPlayer])

  const count = useEventValue(track, loaded, ({ track: { cues } }) => cues?.length ?? 0, 0)
  // The list of cues is the same object before and after loading.
  const cues = useMemo(() => (count > 0 ? readCues(track) : []), [track, count])
  const activeFrom = useEventValue(
    track?.track,
    changed,
    ({ activeCues }) => activeCues?.[0]?.startTime,
    undefined,
  )
  const current = cues.findIndex(({ from }) => from === activeFrom)
  return { cues, current: current < 0 ? undefined : current }
}
