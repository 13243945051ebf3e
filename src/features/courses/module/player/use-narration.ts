import { useEffect, useEffectEvent, useMemo } from 'react'
import type { LocaleCode } from '../../../../config/locales.ts'
import { useStore } from '../../../../lib/use-store.ts'
import { createNarrator, findVoice, type Speech } from './narrator.ts'
import type { Cue } from '../../../../ui/captions/use-captions.ts'
import { useEventValue } from '../../../../ui/use-event-value.ts'

const voiceEvents = ['voiceschanged']

/**
 * Reads the captions of a video aloud with a voice of the device, while the video plays and is visible.
 * Returns the narrator that speaks, whether there is a voice, and whether the video is held: paused until the
 * voice has finished a sentence.
 */
export const useNarration = ({
  video,
  speech,
  isOn,
  locale,
  speed,
  cue,
}: {
  video: HTMLVideoElement | null
  speech: Speech | undefined
  /** Whether the coach has turned narration on. */
  isOn: boolean
  locale: LocaleCode
  /** The speed of the video and of the voice. */
  speed: number
  /** The caption that is shown now. */
  cue: Cue | undefined
}) => {
  // Some browsers load their voices only when a page first asks for them, and then fire `voiceschanged`.
  const voiceId = useEventValue(
    speech,
    voiceEvents,
    (voices) => findVoice(voices.getVoices(), locale)?.voiceURI,
    undefined,
  )
  const narrator = useMemo(() => createNarrator(speech, video), [speech, video])
  const isHeld = useStore(narrator.isHeld, narrator.isHeld.get)
  const isActive = isOn && voiceId !== undefined

  const speakCurrent = useEffectEvent(() => {
    const voice = findVoice(speech?.getVoices() ?? [], locale)
    if (!cue || !voice || !video) return
    if (video.paused || video.seeking || document.hidden) return
    // Just after a jump, `cue` is still the caption of the previous position.
    if (video.currentTime < cue.from || video.currentTime > cue.to) return
    narrator.start({ ...cue, voice, rate: speed })
  })
  // The start identifies the caption, so each caption runs the effect once.
  const cueFrom = cue?.from
  useEffect(() => {
    if (isActive && cueFrom !== undefined) speakCurrent()
  }, [isActive, cueFrom])

  useEffect(() => {
    if (!isActive || !video) return undefined
    const onPlay = () => {
      // The coach has started a held video instead of waiting, for example with a button of the headphones.
      if (narrator.isHeld.get()) narrator.stop()
      speakCurrent()
    }
    const onPause = () => {
      // After the end of the video, the voice finishes the last sentence.
      if (video.paused && !video.ended && !narrator.isHeld.get()) narrator.stop()
    }
    const onSeeking = () => {
      const wasHeld = narrator.isHeld.get()
      narrator.stop()
      // If the browser refuses to play, the player shows that the video is paused.
      if (wasHeld) void video.play().catch(() => undefined)
    }
    const onVisibility = () => {
      if (document.hidden) narrator.stop()
    }
    // A held video is already paused, so no `pause` event tells that another step has hidden it. But its size
    // changes.
    const sizeObserver = new ResizeObserver(() => {
      if (video.getClientRects().length === 0) narrator.stop()
    })
    const listeners = { play: onPlay, pause: onPause, seeking: onSeeking, seeked: () => speakCurrent() }
    for (const [event, listener] of Object.entries(listeners)) video.addEventListener(event, listener)
    document.addEventListener('visibilitychange', onVisibility)
    sizeObserver.observe(video)
    return () => {
      for (const [event, listener] of Object.entries(listeners)) video.removeEventListener(event, listener)
      document.removeEventListener('visibilitychange', onVisibility)
      sizeObserver.disconnect()
      narrator.stop()
    }
  }, [isActive, narrator, video])

  return { narrator, hasVoice: voiceId !== undefined, isHeld }
}
