import { createElement, useState } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { DrillDiagram, type DrillScene } from './drill-diagram.tsx'

/** Chromium's own API, which the types do not contain. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const devTools = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const open = (scene: string, still?: DrillScene['still']) => {
  const drill = { module: 'training-1', scene, seconds: 14, ...(still && { still }) }
  screen = show('en-GB', createElement(DrillDiagram, drill))
}
const canvas = () => document.querySelector('canvas')
/** The pixels as text, or empty until something is drawn. */
const picture = () => {
  const element = canvas()
  const pixels = element?.getContext('2d')?.getImageData(0, 0, element.width, element.height).data
  return pixels?.some((value) => value > 0) === true ? pixels.join() : ''
}

/** Counts the values of the picture that differ from an earlier one. The edges of texts are never equal. */
const countChanged = (earlier: string) => {
  const values = picture().split(',')
  return earlier.split(',').filter((value, at) => value !== values[at]).length
}

test('draws a scene of the film in the pixels of the screen, and moves it', async () => {
  open('names')
  await expect.poll(() => picture().length).toBeGreaterThan(0)
  expect(canvas()?.width).toBe(Math.round((canvas()?.clientWidth ?? 0) * devicePixelRatio))
  const first = picture()
  await expect.poll(picture).not.toBe(first)
})

test('stands still when it is stopped, and goes on when it is started', async () => {
  open('names')
  await expect.poll(() => picture().length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Stop the drawing' }).click()
  const still = picture()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(picture()).toBe(still)
  await page.getByRole('button', { name: 'Move the drawing' }).click()
  await expect.poll(picture).not.toBe(still)
})

const reduceMotion = async () => {
  const emulate = (value: string) =>
    devTools.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    })
  await emulate('reduce')
  onTestFinished(async () => void (await emulate('')))
}

test('stands still for people who asked for less motion', async () => {
  await reduceMotion()
  open('names')
  await expect.poll(() => picture().length).toBeGreaterThan(0)
  const still = picture()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(picture()).toBe(still)
})

test('without motion draws a diagram that was not displayed when it was loaded', async () => {
  await reduceMotion()
  open('names')
  const hidden = canvas()?.parentElement
  hidden?.toggleAttribute('hidden', true)
  const controls = page.getByRole('button', { name: 'Move the drawing' })
  await expect.poll(() => canvas()?.clientWidth).toBe(0)
  // Long enough for the drawings to load, which shows nowhere while the diagram is hidden.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(picture()).toBe('')
  hidden?.toggleAttribute('hidden', false)
  await expect.poll(() => picture().length).toBeGreaterThan(0)
  await expect.element(controls).toBeVisible()
})

test('without motion shows the end of each scene in turn', async () => {
  await reduceMotion()
  open('swap')
  await expect.poll(() => picture().length).toBeGreaterThan(0)
  const end = picture()
  screen?.remove()
  /** A shorter scene of the same film, and then this one. */
  const TwoScenes = () => {
    const [scene, setScene] = useState({ scene: 'names', seconds: 2 })
    return [
      createElement(
        'button',
        { key: 'next', onClick: () => setScene({ scene: 'swap', seconds: 14 }) },
        'Next',
      ),
      createElement(DrillDiagram, { key: 'diagram', module: 'training-1', ...scene }),
    ]
  }
  screen = show('en-GB', createElement(TwoScenes))
  await expect.poll(() => picture().length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => countChanged(end)).toBeLessThan(2000)
})

test('rests while it is off the screen', async () => {
  open('names')
  await expect.poll(() => picture().length).toBeGreaterThan(0)
  const diagram = screen?.find('canvas').parentElement
  diagram?.style.setProperty('margin-top', '3000px')
  await new Promise((resolve) => setTimeout(resolve, 200))
  const still = picture()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(picture()).toBe(still)
  diagram?.style.removeProperty('margin-top')
  await expect.poll(picture).not.toBe(still)
})

test('shows a picture of the scene until it is loaded, in the same place', async () => {
  open('names', { src: '/videos/training-1.webp', time: 8.4 })
  const place = () => screen?.find('canvas').parentElement?.getBoundingClientRect().toJSON()
  const before = place()
  expect(screen?.find('img').getBoundingClientRect().toJSON()).toEqual(before)
  expect(screen?.place.querySelector('button')).toBeNull()
  await expect.poll(() => picture().length).toBeGreaterThan(0)
  expect(place()).toEqual(before)
  await expect.element(page.getByRole('button', { name: 'Stop the drawing' })).toBeVisible()
})

test('shows only the picture if the scene cannot be loaded', async () => {
  open('no such scene', { src: '/videos/training-1.webp', time: 8.4 })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(screen?.find('img').clientWidth).toBeGreaterThan(0)
  expect(screen?.place.querySelector('button')).toBeNull()
})

test('shows nothing for a scene that the film does not have', async () => {
  open('no such scene')
  await expect.poll(() => screen?.place.childElementCount).toBe(0)
})
