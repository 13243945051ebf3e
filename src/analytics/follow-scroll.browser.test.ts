import { afterEach, expect, test } from 'vitest'
import { followScroll } from './follow-scroll.ts'
import { createTrack, type DataLayerEntry } from './track.ts'

const dataLayer: DataLayerEntry[] = []
const pageShown = followScroll({ track: createTrack({ dataLayer, capture: async () => undefined }), window })
const told = () => dataLayer.map(({ percent }) => percent)
const scroll = async (share: number) => {
  window.scrollTo(0, share * document.documentElement.scrollHeight - window.innerHeight)
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}
const newPage = async (screens: number) => {
  document.body.replaceChildren()
  window.scrollTo(0, 0)
  document.body.style.minHeight = `${screens * window.innerHeight}px`
  dataLayer.length = 0
  pageShown()
  await scroll(0)
}

afterEach(() => {
  document.body.style.minHeight = ''
})

test('scrolling down a page reports 25, 50, 75 and 100 percent once each', async () => {
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

test('the next page begins anew', async () => {
  await newPage(10)
  await scroll(1)
  await newPage(10)
  await scroll(0.5)
  expect(told()).toEqual([25, 50])
})
