/** In seconds from the first tone. */
const toneStarts = [0, 0.35]
const toneSeconds = 0.25
/** In Hz: as high as a referee's whistle, which is heard over voices outdoors. */
const pitch = 2350
/** The tones end softly, because a sudden end would click. */
const fadeSeconds = 0.05

const playTone = (context: AudioContext, startsAt: number): void => {
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch })
  const volume = new GainNode(context, { gain: 0.5 })
  const endsAt = startsAt + toneSeconds
  volume.gain.setValueAtTime(0.5, endsAt - fadeSeconds)
  volume.gain.linearRampToValueAtTime(0, endsAt)
  tone.connect(volume).connect(context.destination)
  tone.start(startsAt)
  tone.stop(endsAt)
}

export type TimerSound = {
  /** Prepares the sound. Must be called while a press is handled, because browsers allow sound only then. */
  prepare: () => void
  /** Plays two short tones, or nothing if the sound is not prepared. */
  play: () => void
  /** Frees the audio device. */
  close: () => void
}

/** Creates the sound for the end of a timer. Devices without sound stay silent. */
export const createTimerSound = (): TimerSound => {
  let context: AudioContext | undefined
  return {
    prepare: () => {
      try {
        context ??= new AudioContext()
        context.resume().catch(() => undefined)
      } catch {
        // Some devices have no audio output.
      }
    },
    play: () => {
      if (!context) return
      for (const start of toneStarts) playTone(context, context.currentTime + start)
    },
    close: () => {
      context?.close().catch(() => undefined)
      context = undefined
    },
  }
}
