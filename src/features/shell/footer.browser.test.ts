import { createElement } from 'react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { localeCodes } from '../../config/locales.ts'
import { socialNetworks } from '../../config/social-links.ts'
import { show } from '../../ui/testing/show.tsx'
import { Footer } from './footer.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => {
  screen?.remove()
  delete document.documentElement.dataset['theme']
})

const theme = { chosen: undefined, onChoose: () => undefined }

/** All networks, so that the row has its maximum length. */
const social = Object.fromEntries(socialNetworks.map((name) => [name, `https://${name}.test/barriers`]))

/** px; two thirds of a small phone's screen, in a typeface that is wider than ours. */
const most = 500

const looks = localeCodes.flatMap((locale) =>
  (['light', 'sun'] as const).map((look) => [locale, look] as const),
)

test.each(looks)('on a phone the footer of %s covers only part of a screen, in %s', async (locale, look) => {
  await page.viewport(360, 740)
  document.documentElement.dataset['theme'] = look
  screen = show(locale, createElement(Footer, { signedIn: false, year: 2026, path: '', theme, social }))
  expect(screen.find('footer').offsetHeight).toBeLessThanOrEqual(most)
  expect(document.documentElement.scrollWidth).toBe(360)
})

test.each(localeCodes)(
  'on the smallest phone, with text twice as large, the footer of %s keeps its parts on its dark background',
  async (locale) => {
    await page.viewport(320, 640)
    document.documentElement.style.fontSize = '200%'
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
    screen = show(locale, createElement(Footer, { signedIn: false, year: 2026, path: '', theme, social }))
    expect(document.documentElement.scrollWidth).toBe(320)
    expect(screen.find('img').getBoundingClientRect().width).toBe(44)
    for (const link of screen.place.querySelectorAll('ul[aria-label] a[target]'))
      expect(link.getBoundingClientRect().width).toBeGreaterThanOrEqual(44)
  },
)
