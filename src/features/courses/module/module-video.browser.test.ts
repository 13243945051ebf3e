import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { findCourse, type VideoSource } from '../../../config/courses.ts'
import { localeCodes, type LocaleCode } from '../../../config/locales.ts'
import { show } from '../../../ui/testing/show.tsx'
import { getWatchedShare } from '../../../lib/watched-segments.ts'
import type { WatchedPart } from '../../../learning/module-records.ts'
import { ModuleVideo } from './module-video.tsx'
import { useVideoFailure } from './use-video-failure.ts'

const [module] = findCourse('training')!.modules
if (module?.kind !== 'video') throw new Error('The first module has a video.')
const { video } = module

/** The surrounding page holds the failure state. */
const OnItsPage = (props: Omit<ComponentProps<typeof ModuleVideo>, 'failure' | 'onFailure'>) => {
  const { failure, onFailure } = useVideoFailure(module, props.isOffline)
  return createElement(ModuleVideo, { ...props, failure, onFailure })
}

let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  screen?.remove()
  screen = undefined
})

const start = async ({
  locale = 'en-GB',
  startAt,
  sources = video.sources,
  isOffline = false,
}: { isOffline?: boolean; locale?: LocaleCode; startAt?: number; sources?: readonly VideoSource[] } = {}) => {
  const told: unknown[] = []
  const shown = show(
    locale,
    createElement(OnItsPage, {
      video: { ...video, sources },
      title: 'A circle that opens',
      scenes: [],
      isOffline,
      startAt,
      onStart: () => told.push('start'),
      onWatched: (watched) => told.push(watched),
      onPosition: (seconds) => told.push(seconds),
    }),
  )
  screen = shown
  const element = () => shown.find('video') as HTMLVideoElement
  return { told, element, shown }
}
/** Mutes the video, because a browser plays it without a tap only when muted. */
const ready = async (element: HTMLVideoElement) => {
  element.muted = true
  await expect.poll(() => element.readyState).toBeGreaterThan(0)
  return element
}

test('has a name, controls of our own, and loads nothing before it is played', async () => {
  const element = (await start()).element()
  expect(element.getAttribute('aria-label')).toBe('A circle that opens')
  expect(element.controls).toBe(false)
  expect(element.preload).toBe('metadata')
  expect(element.autoplay).toBe(false)
})

test.each(localeCodes)(
  'loads captions in %s, which the browser does not draw over the picture',
  async (locale) => {
    const { shown } = await start({ locale })
    const track = shown.find('track') as HTMLTrackElement
    expect(new URL(track.src).pathname).toBe(`/videos/training-1.${locale}.vtt`)
    expect([track.kind, track.srclang]).toEqual(['captions', locale.slice(0, 2)])
    await expect.poll(() => track.track.cues?.length).toBeGreaterThan(0)
    expect(track.track.mode).toBe('hidden')
  },
)

test('plays and pauses with the space bar', async () => {
  const { element, told } = await start()
  const playing = await ready(element())
  playing.focus()
  await userEvent.keyboard(' ')
  await expect.poll(() => playing.paused).toBe(false)
  await userEvent.keyboard(' ')
  await expect.poll(() => playing.paused).toBe(true)
  expect(told.filter((what) => what === 'start')).toEqual(['start'])
})

test('resumes where the coach stopped, and saves the new position', async () => {
  const { element, told } = await start({ startAt: 7 })
  const playing = await ready(element())
  await expect.poll(() => playing.currentTime).toBeCloseTo(7, 0)
  playing.currentTime = 14
  await expect.poll(() => told.some((what) => typeof what === 'number' && what >= 14)).toBe(true)
})

test('starts again when the coach stopped at the end', async () => {
  const { element } = await start({ startAt: video.duration - 1 })
  const playing = await ready(element())
  expect(playing.currentTime).toBe(0)
})

/** Lists the watched segments in the reports of a video. */
const listWatched = (told: readonly unknown[]) =>
  told.flatMap((what) =>
    typeof what === 'object' && what !== null && 'watched' in what ? (what as WatchedPart).watched : [],
  )

test('reports watched ranges without skipped ones, and clears the position at the end', async () => {
  const { element, told } = await start()
  const playing = await ready(element())
  await playing.play()
  await expect.poll(() => playing.currentTime).toBeGreaterThan(1)
  playing.currentTime = playing.duration - 1
  await expect.poll(() => playing.ended).toBe(true)
  // The event follows the attribute.
  await expect.poll(() => told).toContain(undefined)
  const watched = listWatched(told)
  expect(getWatchedShare(watched, video.duration)).toBeLessThan(0.5)
  expect(watched.some(([from]) => from < 0.5)).toBe(true)
  expect(watched.some(([, to]) => to > video.duration - 0.5)).toBe(true)
})

/** Delays all events of a video, like a main thread that is busy. */
const holdEvents = (element: HTMLVideoElement, ...names: string[]) => {
  const hold = (event: Event) => event.stopImmediatePropagation()
  for (const name of names) element.addEventListener(name, hold, true)
  return () => {
    for (const name of names) {
      element.removeEventListener(name, hold, true)
      element.dispatchEvent(new Event(name))
    }
  }
}

test('reports the beginning although a busy phone hears of it late', async () => {
  const { element, told } = await start()
  const playing = await ready(element())
  const release = holdEvents(playing, 'play', 'timeupdate')
  await playing.play()
  await expect.poll(() => playing.currentTime).toBeGreaterThan(1)
  release()
  playing.pause()
  await expect.poll(() => listWatched(told)[0]?.[0]).toBeLessThan(0.5)
})

test('reports a video that fails to load, and offers another try', async () => {
  const { shown } = await start({ sources: [{ src: '/videos/there-is-none.webm', type: 'video/webm' }] })
  await expect.poll(() => shown.place.textContent).toContain('could not be loaded')
  // It fails again at once, because only an observer sees that it was rendered.
  const tried = new Promise<void>((resolve) => {
    const look = () => shown.place.querySelector('video') && resolve()
    new MutationObserver(look).observe(shown.place, { childList: true, subtree: true })
  })
  await userEvent.click(shown.find('button'))
  await tried
})

test('offline, says that a video is not on the device, and offers nothing that cannot work', async () => {
  const { shown } = await start({
    isOffline: true,
    sources: [{ src: '/videos/there-is-none.webm', type: 'video/webm' }],
  })
  await expect.poll(() => shown.place.textContent).toContain('not on this device')
  expect(shown.place.querySelector('button')).toBeNull()
  expect(new URL((shown.find('img') as HTMLImageElement).src).pathname).toBe(video.poster)
})

test.each(video.sources)('$src plays in a browser that plays its type', async (source) => {
  const { element } = await start({ sources: [source] })
  const playing = await ready(element())
  expect(playing.videoWidth).toBe(640)
  expect(playing.duration).toBeCloseTo(video.duration, 0)
})

test('tries the next format when the first cannot be loaded', async () => {
  const [, mp4] = video.sources
  if (!mp4) throw new Error('There are two formats.')
  const { element } = await start({
    sources: [{ src: '/videos/there-is-none.webm', type: 'video/webm' }, mp4],
  })
  const playing = await ready(element())
  expect(new URL(playing.currentSrc).pathname).toBe(mp4.src)
})

test('tells a browser that supports no format so, and mentions no connection', async () => {
  const { shown } = await start({ sources: [{ src: video.poster, type: 'video/unheard-of' }] })
  expect(shown.place.textContent).toContain('cannot play this video')
  expect(shown.place.querySelector('button')).toBeNull()
})
