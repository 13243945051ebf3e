import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNarrator, type Speech } from './narrator.ts'

class FakeUtterance extends EventTarget {
  text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const start = () => {
  const log: string[] = []
  const speech = {
    speak: ({ text }: SpeechSynthesisUtterance) => log.push(`speak ${text}`),
    cancel: () => log.push('cancel'),
  }
  const film = {
    pause: () => log.push('pause'),
    play: () => {
      log.push('play')
      return Promise.resolve()
    },
  }
  const narrator = createNarrator(speech as unknown as Speech, film)
  const voice = { lang: 'en-GB' } as SpeechSynthesisVoice
  return { log, narrator, begin: (from: number) => narrator.start({ from, text: `${from}`, voice, rate: 1 }) }
}

test('a voice that never ends does not hold the film for ever', () => {
  const { log, narrator, begin } = start()
  begin(1)
  begin(2)
  expect(narrator.isHeld.get()).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(log).toEqual(['speak 1', 'pause', 'cancel', 'speak 2', 'play'])
  expect(narrator.isHeld.get()).toBe(false)
})

test('a film that was stopped while it waited does not go on later', () => {
  const { log, narrator, begin } = start()
  begin(1)
  begin(2)
  narrator.stop()
  vi.advanceTimersByTime(60_000)
  expect(log).toEqual(['speak 1', 'pause', 'cancel'])
})

test('speaks a sentence once, however often it is told that the sentence has begun', () => {
  const { log, begin } = start()
  begin(1)
  begin(1)
  expect(log).toEqual(['speak 1'])
})
