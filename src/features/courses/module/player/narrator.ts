import { createTimer } from '../../../../lib/async/timer.ts'
import { createStore } from '../../../../lib/create-store.ts'

/** The part of `speechSynthesis` that the narrator uses. In-app browsers may not have it. */
export type Speech = Pick<
  SpeechSynthesis,
  'getVoices' | 'speak' | 'cancel' | 'addEventListener' | 'removeEventListener'
>

/** A caption to speak. It is identified by its start (`from`, in seconds): two may have the same text. */
export type Sentence = { from: number; text: string; voice: SpeechSynthesisVoice; rate: number }

/**
 * How long the video waits for the voice. A speech engine may lose a sentence without reporting its end, and
 * the video would wait forever.
 */
const maxHoldMs = 15_000

/** Normalises a language code. Android writes `pt_BR` for `pt-BR`. */
const normaliseLanguage = (language: string): string => language.replace('_', '-').toLowerCase()

/**
 * Finds the best voice for a locale. A voice of its region is better than one that only has its language. A
 * voice that is installed on the device is better than one that needs the internet.
 */
export const findVoice = (
  voices: readonly SpeechSynthesisVoice[],
  locale: string,
): SpeechSynthesisVoice | undefined => {
  const [language] = locale.split('-')
  const languageVoices = voices.filter(({ lang }) => normaliseLanguage(lang).split('-')[0] === language)
  const regionVoices = languageVoices.filter(
    ({ lang }) => normaliseLanguage(lang) === normaliseLanguage(locale),
  )
  const candidates = regionVoices.length > 0 ? regionVoices : languageVoices
  return candidates.find(({ localService }) => localService) ?? candidates[0]
}

/**
 * Speaks the captions of a video. If a caption begins while the voice still speaks the previous one, the
 * video is “held”: the narrator pauses it until the voice has finished.
 */
export const createNarrator = (
  speech: Speech | undefined,
  video: Pick<HTMLVideoElement, 'pause' | 'play'> | null,
) => {
  /**
   * The sentence that is being spoken. This reference to the utterance is needed, because browsers lose the
   * events of a garbage-collected utterance.
   */
  let current: { from: number; utterance: SpeechSynthesisUtterance } | undefined
  /** The sentence that waits until `current` ends. */
  let nextSentence: Sentence | undefined
  let isUnlocked = false
  /** Whether the video is paused for the voice. */
  const isHeld = createStore(false)

  const speak = ({ from, text, voice, rate }: Sentence): void => {
    const utterance = new SpeechSynthesisUtterance(text)
    Object.assign(utterance, { voice, lang: voice.lang, rate })
    const onEnd = () => {
      // A cancelled sentence also ends, perhaps while another one is being spoken already.
      if (current?.utterance === utterance) continueWithNext()
    }
    utterance.addEventListener('end', onEnd)
    // A sentence that cannot be spoken is skipped. Its caption is still shown.
    utterance.addEventListener('error', onEnd)
    current = { from, utterance }
    speech?.speak(utterance)
  }

  /** Speaks the sentence that waits, after the previous one has ended. */
  const continueWithNext = (): void => {
    const next = nextSentence
    current = nextSentence = undefined
    holdTimer.stop()
    if (!next) return
    speak(next)
    isHeld.set(false)
    // If the browser refuses to play, the player shows that the video is paused.
    void video?.play().catch(() => undefined)
  }

  const cancelSpeech = (): void => {
    if (!current) return
    current = undefined
    speech?.cancel()
  }

  /** Ends a hold that lasts too long: gives up the sentence that is being spoken. */
  const holdTimer = createTimer(() => {
    cancelSpeech()
    continueWithNext()
  })

  return {
    isHeld,
    /**
     * Speaks a sentence, immediately or when the previous one has ended. Does nothing if this sentence is
     * being spoken already.
     */
    start: (sentence: Sentence): void => {
      if (current?.from === sentence.from) return
      if (!current) return speak(sentence)
      nextSentence = sentence
      isHeld.set(true)
      video?.pause()
      return holdTimer.start(maxHoldMs)
    },
    /** Stops speaking. A video that was held stays paused. */
    stop: (): void => {
      nextSentence = undefined
      holdTimer.stop()
      isHeld.set(false)
      cancelSpeech()
    },
    /**
     * Speaks an empty text. Call this in response to a tap: an iPhone lets a page speak at other times only
     * after it has spoken in response to a tap.
     */
    unlock: (): void => {
      if (isUnlocked) return
      isUnlocked = true
      speech?.speak(new SpeechSynthesisUtterance(''))
    },
  }
}

export type Narrator = ReturnType<typeof createNarrator>
