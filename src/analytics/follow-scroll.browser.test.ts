import { afterEach, expect, test } from 'vitest'
import { followScroll } from './follow-interactions.ts'
import { createTrack, type DataLayerEntry } from './track.ts'

const dataLayer: DataLayerEntry[] = []
const pageShown = followScroll({ track: createTrack({ dataLayer, capture: async () => undefined }), window })
const told = () => dataLayer.map(({ percent }) => percent)
/** Scrolling by the browser, as when it restores the position on a page. */
const restore = async (share: number) => {
  window.scrollTo(0, share * document.documentElement.scrollHeight - window.innerHeight)
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}
const scroll = (share: number) => {
  window.dispatchEvent(new WheelEvent('wheel'))
  return restore(share)
}
const newPage = async (screens: number) => {
  document.body.replaceChildren()
  window.scrollTo(0, 0)
  document.body.style.minHeight = `${screens * window.innerHeight}px`
  dataLayer.length = 0
  pageShown()
  await restore(0)
}

afterEach(() => {
  document.body.style.minHeight = ''
})

test('reports 25, 50, 75 and 100 percent once each while a page is scrolled down', async () => {
  await newPage(10)
  expect(told()).toEqual([])
  await scroll(0.3)
  expect(told()).toEqual([25])
  await scroll(0.1)
  await scroll(0.8)
  expect(told()).toEqual([25, 50, 75])
  await scroll(1)
  await scroll(0)
  await scroll(1)
  expect(told()).toEqual([25, 50, 75, 100])
  expect(dataLayer[0]).toMatchObject({ event: 'scroll', path: window.location.pathname })
})

test('starts again on the next page', async () => {
  await newPage(10)
  await scroll(1)
  await newPage(10)
  await scroll(0.5)
  expect(told()).toEqual([25, 50])
})

test('reports nothing on arrival, on a page that fits, or when the scroll position is restored', async () => {
  await newPage(3)
  await newPage(1)
  expect(told()).toEqual([])
  await newPage(10)
  await restore(0.6)
  expect(told()).toEqual([])
  await scroll(0.8)
  expect(told()).toEqual([75])
})

test('reports only what scrolling brings into view on a page that is largely visible at first', async () => {
  await newPage(3)
  await scroll(1)
  expect(told()).toEqual([50, 75, 100])
})

test('follows a page that grows after it is shown from where the person starts to scroll', async () => {
  await newPage(1)
  document.body.style.minHeight = `${10 * window.innerHeight}px`
  await scroll(1)
  expect(told()).toEqual([25, 50, 75, 100])
})

/** A page that a visitor scrolls before the app takes it over. */
const takenOver = async (scrollBefore: () => Promise<void>, { isPrerendered = true } = {}) => {
  document.body.innerHTML = isPrerendered ? '<main data-prerendered></main>' : '<main></main>'
  document.body.style.minHeight = `${10 * window.innerHeight}px`
  await restore(0)
  const reported: unknown[] = []
  const onPageShown = followScroll({
    track: async (_name, fields) => void reported.push(...('percent' in fields ? [fields.percent] : [])),
    window,
  })
  await scrollBefore()
  onPageShown()
  await restore(0.8)
  return reported
}

test('reports what was scrolled on the first page before the app shows it, as far as it went', async () => {
  const reported = await takenOver(async () => {
    await scroll(0.6)
    await restore(0)
  })
  expect(reported).toEqual([25, 50, 75])
})

test('reports what was scrolled on a prerendered page before the app started', async () => {
  document.documentElement.dataset['scrolledFrom'] = '0'
  try {
    expect(await takenOver(() => restore(0.6))).toEqual([25, 50, 75])
  } finally {
    delete document.documentElement.dataset['scrolledFrom']
  }
})

test('reports nothing that the browser scrolled before the app shows the first page', async () => {
  expect(await takenOver(() => restore(0.6))).toEqual([])
})

test('reports nothing that was scrolled before a page which is not prerendered was shown', async () => {
  expect(await takenOver(() => scroll(0.6), { isPrerendered: false })).toEqual([])
})
