import { afterEach, expect, test } from 'vitest'
import { startTheme } from '../../config/start-theme.ts'
import { barColours } from '../../config/themes.ts'
import { createTheme } from './create-theme.ts'

const frames: HTMLIFrameElement[] = []

afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove()
})

/** A separate document on this origin, like another tab. */
const openDocument = () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  frames.push(frame)
  const page = frame.contentWindow
  if (!page) throw new Error('The frame has no window.')
  page.document.head.innerHTML = '<meta name="theme-color" /><meta name="color-scheme" />'
  return {
    page,
    shown: () => page.document.documentElement.dataset.theme,
    metas: () => [...page.document.querySelectorAll('meta')].map(({ content }) => content),
  }
}

/** A page in which the app runs. */
const openPage = () => {
  const opened = openDocument()
  return { ...opened, theme: createTheme(opened.page) }
}

/** A page in which the app does not run, only the script inside it. */
const openPageWithoutApp = () => {
  const opened = openDocument()
  const script = opened.page.document.createElement('script')
  script.textContent = startTheme
  opened.page.document.head.append(script)
  return opened
}

test('applies a chosen theme at once, also to the bars of the browser', () => {
  const { theme, shown, metas } = openPage()
  expect([shown(), metas()]).toEqual(['light', [barColours.light, 'light']])
  theme.choose('dark')
  expect([theme.chosen(), shown(), metas()]).toEqual(['dark', 'dark', [barColours.dark, 'dark']])
  theme.choose('sun')
  expect([theme.chosen(), shown(), metas()]).toEqual(['sun', 'sun', [barColours.sun, 'light']])
})

test('another page of the device follows, and notifies its listeners', async () => {
  const here = openPage()
  const there = openPage()
  const heard = new Promise<void>((resolve) => void there.theme.subscribe(resolve))
  here.theme.choose('dark')
  await heard
  expect([there.theme.chosen(), there.shown()]).toEqual(['dark', 'dark'])
})

test('a page that opens later starts with the chosen theme, until the choice is reset to the device', () => {
  openPage().theme.choose('dark')
  const later = openPage()
  expect(later.shown()).toBe('dark')
  later.theme.choose()
  expect([later.theme.chosen(), later.shown()]).toEqual([undefined, 'light'])
  expect(openPage().shown()).toBe('light')
})

test.each([
  ['', openPage],
  [' in which the app does not run', openPageWithoutApp],
])('a page%s that returns from the cache of the browser shows the theme chosen meanwhile', (_, open) => {
  const { page, shown } = open()
  // A suspended page receives no storage event. Neither does the page that makes the change.
  page.localStorage.setItem('theme', 'sun')
  page.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(shown()).toBe('sun')
})

test('a page in which the app does not run starts with the chosen theme, and follows another page', async () => {
  const here = openPage()
  here.theme.choose('dark')
  const there = openPageWithoutApp()
  expect([there.shown(), there.metas()]).toEqual(['dark', [barColours.dark, 'dark']])
  here.theme.choose('sun')
  await expect.poll(() => [there.shown(), there.metas()]).toEqual(['sun', [barColours.sun, 'light']])
})

test('ignores an unknown theme that another version stored', () => {
  localStorage.setItem('theme', 'midnight')
  const { theme, shown } = openPage()
  expect([theme.chosen(), shown()]).toEqual([undefined, 'light'])
})
