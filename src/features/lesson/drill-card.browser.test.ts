import { createElement, type ComponentProps } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { DrillCard } from './drill-card.tsx'
import { openCircle } from './testing/open-circle.ts'

const url = 'https://site.example/en-GB/training/training-1?step=run'
const card = { module: 'training-1', drill: openCircle, scene: undefined, url, onPitch: () => {} }

/** Chromium's own API, which the types do not contain. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const devTools = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }

const print = window.print.bind(window)
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  window.print = print
  screen?.remove()
})

test('prints only the drill card, and restores it to its page afterwards', async () => {
  const papers = () => [...document.querySelectorAll('[data-paper]')].map(({ tagName }) => tagName)
  let printed: string[] = []
  window.print = () => {
    printed = papers()
  }
  screen = show('en-GB', createElement(DrillCard, { ...card, page: 1 }))
  await expect.poll(() => button('Print the drill card')).toBeDefined()
  expect(papers()).toEqual([])
  button('Print the drill card')?.click()
  expect(printed).toEqual(['ARTICLE'])
  dispatchEvent(new Event('afterprint'))
  await expect.poll(papers).toEqual([])
})

test('prints its head in dark text, as dark backgrounds are not printed', async () => {
  window.print = () => undefined
  screen = show('en-GB', createElement(DrillCard, { ...card, page: 1 }))
  await page.getByRole('button', { name: 'Print the drill card' }).click()
  await devTools.send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => void (await devTools.send('Emulation.setEmulatedMedia', { media: '' })))
  expect(getComputedStyle(screen.find('[data-paper] h2')).color).toBe('rgb(16, 35, 63)')
  expect(screen.find('button').checkVisibility()).toBe(false)
})

test('shares the whole card as text when the device has a share sheet', async () => {
  const shared: { title: string; text: string }[] = []
  const share = async (card: { title: string; text: string }) => void shared.push(card)
  screen = show('en-GB', createElement(DrillCard, { ...card, page: 1, share }))
  await expect.poll(() => button('Share as text')).toBeDefined()
  button('Share as text')?.click()
  expect(shared).toMatchObject([{ title: 'Open Circle' }])
  expect(shared[0]?.text).toContain('2. Pass the ball.')
})

const folded = () =>
  [...document.querySelectorAll('details:not([open]) h3')].map(({ textContent }) => textContent)

test('folds how the drill is adapted, and prints all of it', async () => {
  let printed: string[] = ['not printed']
  window.print = () => {
    dispatchEvent(new Event('beforeprint'))
    printed = folded()
    dispatchEvent(new Event('afterprint'))
  }
  screen = show('en-GB', createElement(DrillCard, { ...card, page: 1 }))
  const adaptations = ['Easier', 'Harder', 'So that everybody can play']
  expect(folded()).toEqual(adaptations)
  await page.getByRole('button', { name: 'Print the drill card' }).click()
  expect(printed).toEqual([])
  expect(folded()).toEqual(adaptations)
})

test('shows what the drill needs, how to set it up, how it runs and how to adapt it on a page each, and keeps all for paper', () => {
  const parts = (which: string) =>
    [...document.querySelectorAll(`${which} h3`)].map(({ textContent }) => textContent)
  const onPages = [
    ['Equipment'],
    ['Set-up', 'Safety'],
    ['How it runs'],
    ['Coaching points', 'Easier', 'Harder', 'So that everybody can play'],
  ]
  for (const [index, shown] of onPages.entries()) {
    screen?.remove()
    screen = show('en-GB', createElement(DrillCard, { ...card, page: index + 1 }))
    expect(parts('[data-only="paper"]')).toEqual(onPages.flat().filter((part) => !shown.includes(part)))
    expect(parts('')).toEqual(onPages.flat())
    expect(button('Print the drill card') !== undefined).toBe(index === 0)
  }
})

test('opens the drill in pitch mode', async () => {
  let times = 0
  screen = show('en-GB', createElement(DrillCard, { ...card, page: 1, onPitch: () => (times += 1) }))
  await page.getByRole('button', { name: 'Take it to the pitch' }).click()
  expect(times).toBe(1)
})

const scene = { id: 'names', seconds: 14 }

test('saves the drill as a picture where the device shares no files: as high as its texts, with its diagram', async () => {
  const saved: HTMLAnchorElement[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  click.mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this)
  })
  onTestFinished(() => click.mockRestore())
  const readPicture = async (given: Partial<ComponentProps<typeof DrillCard>>) => {
    screen?.remove()
    screen = show('en-GB', createElement(DrillCard, { ...card, ...given, page: 1 }))
    const count = saved.length
    await page.getByRole('button', { name: 'Save as a picture' }).click()
    await expect.poll(() => saved).toHaveLength(count + 1)
    const link = saved.at(-1)
    expect(link?.download).toBe('Open Circle.png')
    return createImageBitmap(await (await fetch(link?.href ?? '')).blob())
  }
  const plain = await readPicture({})
  const withDiagram = await readPicture({ scene })
  const long = await readPicture({
    drill: { ...openCircle, steps: Array.from({ length: 12 }, (_, index) => `Call a name: ${index}.`) },
  })
  expect([plain.width, withDiagram.width]).toEqual([1080, 1080])
  expect(withDiagram.height).toBe(plain.height + (1080 * 9) / 16 + 0.5)
  expect(long.height).toBeGreaterThan(plain.height + 500)
})

test('has the diagram and a code that leads to the drill on paper, on every page of the card', async () => {
  screen = show('en-GB', createElement(DrillCard, { ...card, scene, page: 3 }))
  const diagram = () => document.querySelector<HTMLImageElement>('article > img[data-only="paper"]')
  await expect.poll(() => diagram()?.naturalWidth).toBe(1280)
  expect(
    document.querySelector('header [data-only="paper"] svg path')?.getAttribute('d')?.length,
  ).toBeGreaterThan(1000)
})
