import { createElement } from 'react'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { Header } from './header.tsx'
import '../../ui/styles/typeface.css'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

// Loaded before any text is drawn, because a typeface that arrives later is not used.
beforeAll(() => Promise.all([...document.fonts].map((font) => font.load())))

test('has no menu and no links on a coach’s phone, and all links in a row on a wide screen', async () => {
  const given = { tone: 'app', signedIn: true, syncChip: null, onSignOut: () => undefined } as const
  screen = show('en-GB', createElement(Header, given))
  const shown = () =>
    [...screen!.place.querySelectorAll<HTMLElement>('li, button')].flatMap((one) =>
      one.checkVisibility() ? [one.innerText.trim()] : [],
    )
  await page.viewport(360, 740)
  expect(shown()).toEqual([])
  await page.viewport(1280, 800)
  expect(shown()).toEqual([
    'Courses',
    'Football course',
    'Drills',
    'Files',
    'Profile',
    'Sign out',
    // The button inside the last item.
    'Sign out',
  ])
})

test('opens a menu of sign-in and sign-up on a visitor’s phone', async () => {
  await page.viewport(360, 740)
  const given = { tone: 'plain', signedIn: false, syncChip: null, onSignOut: () => undefined } as const
  screen = show('en-GB', createElement(Header, given))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.element(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
})

test.each(['100%', '200%'])(
  'on the smallest phone, with text of %s, places a visitor’s logo, chip and menu side by side within thumb reach',
  async (size) => {
    await page.viewport(320, 640)
    document.documentElement.style.fontSize = size
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
    const syncChip = createElement('a', { href: '#outbox' }, 'A long word about what waits to be sent')
    screen = show(
      'en-GB',
      createElement(Header, { tone: 'plain', signedIn: false, syncChip, onSignOut: () => undefined }),
    )
    const [home, chip, menu] = ['a', 'a[href="#outbox"]', 'button'].map((one) =>
      screen!.find(`header ${one}`).getBoundingClientRect(),
    )
    expect(home?.left).toBeGreaterThanOrEqual(0)
    expect(home?.width).toBeGreaterThanOrEqual(44)
    expect(chip?.left).toBeGreaterThanOrEqual(home?.right ?? 0)
    expect(menu?.left).toBeGreaterThanOrEqual(chip?.right ?? 0)
    expect(menu?.right).toBeLessThanOrEqual(320)
    expect(menu?.width).toBeGreaterThanOrEqual(44)
    expect(document.documentElement.scrollWidth).toBe(320)
  },
)

test('on a phone enlarges the programme’s name with the text beside a short word', async () => {
  await page.viewport(360, 740)
  const syncChip = createElement(
    'a',
    { href: '#outbox', style: { fontSize: '5.2vw', padding: '1em' } },
    'Saved',
  )
  const given = { tone: 'plain', signedIn: true, syncChip, onSignOut: () => undefined } as const
  screen = show('pt-BR', createElement(Header, given))
  const name = screen.find('header a span span')
  const size = () => parseFloat(getComputedStyle(name).fontSize)
  expect(size()).toBe(20)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  expect(size()).toBeGreaterThan(20)
  expect(name.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    screen.find('header').getBoundingClientRect().bottom,
  )
  expect(name.getBoundingClientRect().top).toBeLessThan(screen.find('img').getBoundingClientRect().bottom)
})
