import { createElement } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { DrillCard } from './drill-card.tsx'
import { openCircle } from './testing/open-circle.ts'

/** Chromium's own API, which the types do not contain. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const devTools = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }

const print = window.print.bind(window)
let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  window.print = print
  screen?.remove()
})

test('the drill card goes on paper alone while it is printed, and is part of its page again afterwards', async () => {
  const papers = () => [...document.querySelectorAll('[data-paper]')].map(({ tagName }) => tagName)
  let printed: string[] = []
  window.print = () => {
    printed = papers()
  }
  screen = show('en-GB', createElement(DrillCard, { drill: openCircle }))
  await expect.poll(() => document.querySelector('button')?.textContent).toBe('Print the drill card')
  expect(papers()).toEqual([])
  document.querySelector('button')?.click()
  expect(printed).toEqual(['ARTICLE'])
  dispatchEvent(new Event('afterprint'))
  await expect.poll(papers).toEqual([])
})

test('on paper its head is written in ink, as nothing dark is printed behind it', async () => {
  window.print = () => undefined
  screen = show('en-GB', createElement(DrillCard, { drill: openCircle }))
  await page.getByRole('button', { name: 'Print the drill card' }).click()
  await devTools.send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => void (await devTools.send('Emulation.setEmulatedMedia', { media: '' })))
  expect(getComputedStyle(screen.find('[data-paper] h2')).color).toBe('rgb(16, 35, 63)')
  expect(screen.find('button').checkVisibility()).toBe(false)
})

test('where the device has a share sheet, the whole card goes to it as a text', async () => {
  const shared: { title: string; text: string }[] = []
  const share = async (card: { title: string; text: string }) => void shared.push(card)
  screen = show('en-GB', createElement(DrillCard, { drill: openCircle, share }))
  const button = () => [...document.querySelectorAll('button')].at(-1)
  await expect.poll(() => button()?.textContent).toBe('Share the drill card')
  button()?.click()
  expect(shared).toMatchObject([{ title: 'Open Circle' }])
  expect(shared[0]?.text).toContain('2. Pass the ball.')
})

const folded = () =>
  [...document.querySelectorAll('details:not([open]) h3')].map(({ textContent }) => textContent)

test('on a phone what is not needed while the drill runs is behind a tap, and on paper', async () => {
  await page.viewport(360, 740)
  let printed: string[] = ['not printed']
  window.print = () => {
    dispatchEvent(new Event('beforeprint'))
    printed = folded()
    dispatchEvent(new Event('afterprint'))
  }
  screen = show('en-GB', createElement(DrillCard, { drill: openCircle }))
  const later = ['Coaching points', 'Easier', 'Harder', 'So that everybody can play']
  expect(folded()).toEqual(later)
  await page.getByRole('button', { name: 'Print the drill card' }).click()
  expect(printed).toEqual([])
  expect(folded()).toEqual(later)
})

test('where there is room nothing of it is folded', async () => {
  await page.viewport(1280, 800)
  screen = show('en-GB', createElement(DrillCard, { drill: openCircle }))
  expect(document.querySelectorAll('h3')).toHaveLength(8)
  expect(document.querySelectorAll('details')).toHaveLength(0)
})
