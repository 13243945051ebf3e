import { useEffect, useEffectEvent, useMemo } from 'react'
import type { LocaleCode } from '../../../../config/locales.ts'
import { useStore } from '../../../../lib/use-store.ts'
import type { Cue } from './film-chapters.ts'
import { createNarrator, findVoice, type Speech } from './narrator.ts'
import { useEventValue } from './use-event-value.ts'

const voicesChanged = ['voiceschanged']

/**
 * Reads the captions of a film aloud with a voice of the device, while the film plays and is visible. Says
 * whether there is a voice, and whether the film is paused for it.
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
  isOn: boolean
  locale: LocaleCode
  speed: number
  /** The caption that is shown now. */
  cue: Cue | undefined
}) => {
  // Some browsers load their voices only when a page first asks for them.
  const voiceId = useEventValue(
    speech,
    voicesChanged,
    (voices) => findVoice(voices.getVoices(), locale)?.voiceURI,
    undefined,
  )
  const narrator = useMemo(() => createNarrator(speech, video), [speech, video])
  const isHolding = useStore(narrator.holding, narrator.holding.get)
  const isActive = isOn && voiceId !== undefined

  const speakCurrent = useEffectEvent(() => {
    const voice = findVoice(speech?.getVoices() ?? [], locale)
    if (!cue || !voice || !video || video.paused || video.seeking || document.hidden) return
    // After a jump, the caption follows a moment later than the film.
    if (video.currentTime < cue.from || video.currentTime > cue.to) return
    narrator.begin({ ...cue, voice, rate: speed })
  })
  const cueFrom = cue?.from
  useEffect(() => {
    if (isActive && cueFrom !== undefined) speakCurrent()
  }, [isActive, cueFrom])

  useEffect(() => {
    if (!isActive || !video) return undefined
    const onPlay = () => {
      // The coach does not wait for the voice, for example with a key of the headphones.
      if (narrator.holding.get()) narrator.stop()
      speakCurrent()
    }
    const onPause = () => {
      // The last sentence may be longer than the film.
      if (video.paused && !video.ended && !narrator.holding.get()) narrator.stop()
    }
    const onSeeking = () => {
      const wasHolding = narrator.holding.get()
      narrator.stop()
      if (wasHolding) void video.play().catch(() => undefined)
    }
    const onVisibility = () => {
      if (document.hidden) narrator.stop()
    }
    // A film that is paused for the voice has no further event when another step hides it.
    const hiding = new ResizeObserver(() => {
      if (video.getClientRects().length === 0) narrator.stop()
    })
    const listeners = { play: onPlay, pause: onPause, seeking: onSeeking, seeked: () => speakCurrent() }
    for (const [event, listener] of Object.entries(listeners)) video.addEventListener(event, listener)
    document.addEventListener('visibilitychange', onVisibility)
    hiding.observe(video)
    return () => {
      for (const [event, listener] of Object.entries(listeners)) video.removeEventListener(event, listener)
      document.removeEventListener('visibilitychange', onVisibility)
      hiding.disconnect()
      narrator.stop()
    }
  }, [isActive, narrator, video])

  return { narrator, hasVoice: voiceId !== undefined, isHolding }
}
