import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { findCourse } from '../../../../config/courses.ts'
import { translateIn } from '../../../../i18n/testing/i18n-in.ts'
import { show } from '../../../../ui/testing/show.tsx'
import type { Speech } from './narrator.ts'
import { VideoPlayer } from './video-player.tsx'

const [module] = findCourse('training')!.modules
if (module?.kind !== 'video') throw new Error('The first module has a video.')
const { video: film } = module
const t = translateIn('en-GB')

const first = 'Open Circle: a name game in which the circle grows.'
const second = '6 players, each beside a cone.'
const third = 'The circle is 10 steps from side to side.'
/** In seconds, just before the end of the first caption, and the beginning of the second one. */
const endOfFirst = 5.2
const startOfSecond = 6.4

/** The browser’s own accepts only voices of the device. */
class FakeUtterance extends EventTarget {
  voice?: SpeechSynthesisVoice
  rate = 1
  text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}

const voice = (lang: string, localService = true) =>
  ({ lang, localService, voiceURI: `${lang} ${localService}` }) as SpeechSynthesisVoice

/** The voices of a device, whose sentences end when the test says so. */
const createSpeech = (voices: SpeechSynthesisVoice[]) => {
  const events = new EventTarget()
  const spoken: FakeUtterance[] = []
  let current: FakeUtterance | undefined
  const speech = {
    getVoices: () => voices,
    speak: (utterance: unknown) => {
      const { text } = utterance as FakeUtterance
      // An empty one unlocks the voices of an iPhone.
      if (text === '') return
      current = utterance as FakeUtterance
      spoken.push(current)
    },
    cancel: () => {
      current?.dispatchEvent(new Event('error'))
      current = undefined
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
  return {
    speech: speech as Speech,
    texts: () => spoken.map(({ text }) => text),
    last: () => spoken.at(-1),
    speaks: () => current?.text,
    end: () => {
      const ended = current
      current = undefined
      ended?.dispatchEvent(new Event('end'))
    },
    add: (added: SpeechSynthesisVoice) => {
      voices.push(added)
      events.dispatchEvent(new Event('voiceschanged'))
    },
  }
}

let screen: ReturnType<typeof show> | undefined
const remove = () => {
  screen?.remove()
  screen = undefined
}
beforeEach(() => void vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance))
afterEach(() => {
  remove()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const open = async (voices = [voice('en-GB')], { isOn = true } = {}) => {
  localStorage.setItem('player', JSON.stringify({ narration: isOn }))
  const device = createSpeech(voices)
  const shown = show(
    'en-GB',
    createElement(VideoPlayer, {
      film,
      sources: film.sources,
      title: 'A circle that opens',
      scenes: [],
      onSourceError: () => {},
      videoProps: {},
      speech: device.speech,
    }),
  )
  screen = shown
  const element = shown.find('video') as HTMLVideoElement
  element.muted = true
  await expect.poll(() => element.readyState).toBeGreaterThan(0)
  await expect.poll(() => element.textTracks[0]?.cues?.length).toBe(19)
  return { ...device, element, shown }
}

/** Plays from the end of the first caption until the second one has to wait for the voice. */
const openUntilHeld = async () => {
  const opened = await open()
  const { element } = opened
  element.currentTime = endOfFirst
  await expect.poll(() => element.seeking).toBe(false)
  await element.play()
  await expect.poll(opened.speaks).toBe(first)
  await expect.poll(() => element.currentTime).toBeGreaterThan(startOfSecond)
  await expect.poll(() => element.paused).toBe(true)
  return opened
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('pauses the film while the voice needs longer, and goes on with the next sentence', async () => {
  const { element, texts, end } = await openUntilHeld()
  expect(texts()).toEqual([first])
  await expect.element(button(t('player.pause'))).toBeVisible()
  end()
  await expect.poll(() => element.paused).toBe(false)
  expect(texts()).toEqual([first, second])
})

test('does not pause the film for a voice that is fast enough', async () => {
  const { element, texts, end } = await open()
  let pauses = 0
  element.addEventListener('pause', () => (pauses += 1))
  element.currentTime = endOfFirst
  await expect.poll(() => element.seeking).toBe(false)
  await element.play()
  await expect.poll(texts).toEqual([first])
  end()
  await expect.poll(texts).toEqual([first, second])
  expect(pauses).toBe(0)
})

test('is silent until it is switched on, and says nothing of a film that stands still', async () => {
  const { element, texts } = await open(undefined, { isOn: false })
  element.currentTime = 1
  await element.play()
  await expect.poll(() => element.currentTime).toBeGreaterThan(1.3)
  expect(texts()).toEqual([])
  await button(t('player.narration')).click()
  await expect.poll(texts).toEqual([first])
  element.pause()
  element.currentTime = 7
  await expect.poll(() => element.seeking).toBe(false)
  expect(texts()).toEqual([first])
})

test('a coach who pauses while the film waits for the voice stops both', async () => {
  const { element, speaks, end, texts } = await openUntilHeld()
  await button(t('player.pause')).click()
  expect(speaks()).toBeUndefined()
  await expect.element(button(t('player.play'))).toBeVisible()
  end()
  expect([element.paused, texts()]).toEqual([true, [first]])
  await button(t('player.play')).click()
  await expect.poll(speaks).toBe(second)
})

test('a coach who seeks while the film waits for the voice hears the new place', async () => {
  const { element, speaks } = await openUntilHeld()
  element.currentTime = 11
  await expect.poll(() => element.paused).toBe(false)
  await expect.poll(speaks).toBe(third)
})

type Opened = Awaited<ReturnType<typeof open>>
const endings: [string, (opened: Opened) => unknown][] = [
  ['the coach pauses', ({ element }) => element.pause()],
  ['the player goes', remove],
  ['narration is switched off', () => button(t('player.narration')).click()],
  ['another step hides the film', ({ shown }) => (shown.place.hidden = true)],
]
test.each(endings)('falls silent when %s', async (_, act) => {
  const opened = await open()
  opened.element.currentTime = 1
  await opened.element.play()
  await expect.poll(opened.speaks).toBe(first)
  await act(opened)
  await expect.poll(opened.speaks).toBeUndefined()
})

test('a film that another step hides does not play on when the voice ends', async () => {
  const { element, shown, end, speaks } = await openUntilHeld()
  shown.place.hidden = true
  await expect.poll(speaks).toBeUndefined()
  end()
  expect(element.paused).toBe(true)
})

test('falls silent when the page is hidden', async () => {
  const { element, speaks } = await open()
  element.currentTime = 1
  await element.play()
  await expect.poll(speaks).toBe(first)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(speaks()).toBeUndefined()
  vi.restoreAllMocks()
})

test.each([
  [['es-ES', 'en-US', 'en-GB'], 'en-GB'],
  [['es-ES', 'en_US'], 'en_US'],
])('of the voices %j takes %s', async (languages, expected) => {
  const { element, last } = await open(languages.map((lang) => voice(lang)))
  element.currentTime = 1
  await element.play()
  await expect.poll(() => last()?.voice?.lang).toBe(expected)
})

test('prefers a voice that needs no connection', async () => {
  const { element, last } = await open([voice('en-GB', false), voice('en-GB', true)])
  element.currentTime = 1
  await element.play()
  await expect.poll(() => last()?.voice?.localService).toBe(true)
})

test('says when the device has no voice for the language, and stays silent', async () => {
  const { element, texts, add } = await open([voice('es-ES')], { isOn: false })
  await button(t('player.narration')).click()
  await expect.element(page.getByText(t('player.noVoice'))).toBeVisible()
  element.currentTime = endOfFirst
  await element.play()
  await expect.poll(() => element.currentTime).toBeGreaterThan(startOfSecond + 0.2)
  expect([texts(), element.paused]).toEqual([[], false])
  // Some browsers find their voices late.
  add(voice('en-AU'))
  await expect.poll(texts).toEqual([second])
  await expect.element(page.getByText(t('player.noVoice'))).not.toBeInTheDocument()
})
