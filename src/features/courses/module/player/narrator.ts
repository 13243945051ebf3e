import { createTimer } from '../../../../lib/async/timer.ts'
import { createStore } from '../../../../lib/create-store.ts'

/** The voices of the device. Absent in some browsers inside other apps. */
export type Speech = Pick<
  SpeechSynthesis,
  'getVoices' | 'speak' | 'cancel' | 'addEventListener' | 'removeEventListener'
>

/** `from` is the time of its caption in seconds, and tells sentences with the same text apart. */
export type Sentence = { from: number; text: string; voice: SpeechSynthesisVoice; rate: number }

/** ms. A voice that does not end, because its engine lost it, must not hold the film longer. */
const longestHold = 15_000

/** `pt_BR`, as Android writes it, is `pt-br`. */
const normalise = (language: string): string => language.replace('_', '-').toLowerCase()

/**
 * The voice that suits a locale best: of its region before one of its language alone, and of the device before
 * one that needs a connection.
 */
export const findVoice = (
  voices: readonly SpeechSynthesisVoice[],
  locale: string,
): SpeechSynthesisVoice | undefined => {
  const [language] = locale.split('-')
  const ofLanguage = voices.filter(({ lang }) => normalise(lang).split('-')[0] === language)
  const ofRegion = ofLanguage.filter(({ lang }) => normalise(lang) === normalise(locale))
  const candidates = ofRegion.length > 0 ? ofRegion : ofLanguage
  return candidates.find(({ localService }) => localService) ?? candidates[0]
}

/**
 * Speaks the captions of a film. If a sentence begins while the previous one is still spoken, the film is held
 * until the voice is ready.
 */
export const createNarrator = (
  speech: Speech | undefined,
  film: Pick<HTMLVideoElement, 'pause' | 'play'> | null,
) => {
  /** Referenced here, because browsers lose the events of an utterance that is garbage collected. */
  let spoken: { from: number; utterance: SpeechSynthesisUtterance } | undefined
  let waiting: Sentence | undefined
  let isUnlocked = false
  /** Whether the film is paused for the voice. */
  const holding = createStore(false)

  const speak = ({ from, text, voice, rate }: Sentence): void => {
    const utterance = new SpeechSynthesisUtterance(text)
    Object.assign(utterance, { voice, lang: voice.lang, rate })
    const onEnd = () => {
      if (spoken?.utterance === utterance) finish()
    }
    utterance.addEventListener('end', onEnd)
    // A sentence that cannot be spoken is left out: its caption is there.
    utterance.addEventListener('error', onEnd)
    spoken = { from, utterance }
    speech?.speak(utterance)
  }

  /** Goes on with the sentence that waits, after the one before has ended. */
  const finish = (): void => {
    const next = waiting
    spoken = waiting = undefined
    holdLimit.stop()
    if (!next) return
    speak(next)
    holding.set(false)
    void film?.play().catch(() => undefined)
  }

  const silence = (): void => {
    if (!spoken) return
    spoken = undefined
    speech?.cancel()
  }

  const holdLimit = createTimer(() => {
    silence()
    finish()
  })

  return {
    holding,
    /** Speaks a sentence, at once or when the previous one has ended. */
    begin: (sentence: Sentence): void => {
      if (spoken?.from === sentence.from) return
      if (!spoken) return speak(sentence)
      waiting = sentence
      holding.set(true)
      film?.pause()
      return holdLimit.start(longestHold)
    },
    /** Falls silent. A film that was held stays paused. */
    stop: (): void => {
      waiting = undefined
      holdLimit.stop()
      holding.set(false)
      silence()
    },
    /** iPhones let a page speak only after it has done so in response to a tap: this speaks nothing. */
    unlock: (): void => {
      if (isUnlocked) return
      isUnlocked = true
      speech?.speak(new SpeechSynthesisUtterance(''))
    },
  }
}

export type Narrator = ReturnType<typeof createNarrator>
