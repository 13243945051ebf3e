import { createElement, Fragment } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LocaleCode } from '../../config/locales.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { ok } from '../../lib/result.ts'
import '../../ui/styles/typeface.css'
import { show } from '../../ui/testing/show.tsx'
import { AccountCard } from './account-card.tsx'
import { DataCard } from './data-card.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const account = {
  unsent: { toSend: 0, needsAction: 0 },
  uploads: [],
  onSignOut: () => undefined,
  signOutEverywhere: async () => ok(undefined),
}
const device = {
  unsent: { toSend: 0, needsAction: 0, uploads: [] },
  download: async () => ({ missing: 0 }),
  erase: async () => undefined,
}

const showCards = async (locale: LocaleCode) => {
  await page.viewport(360, 740)
  const cards = [
    createElement(AccountCard, { actions: account }),
    createElement(DataCard, { actions: device }),
  ]
  screen = show(locale, createElement(Fragment, {}, ...cards))
  for (const fold of screen.place.querySelectorAll('details')) fold.open = true
  return screen.place
}

/** The left edge of an element's text in px. */
const measureStart = (element: Element): number => {
  const words = document.createRange()
  words.selectNodeContents(element)
  return Math.round(words.getBoundingClientRect().left)
}

test.each(['pt-BR', 'es-AR', 'en-GB'] as const)(
  'aligns every row of account and device with its heading in %s',
  async (locale) => {
    for (const card of (await showCards(locale)).querySelectorAll('section')) {
      const [heading] = card.getElementsByTagName('h2')
      const rows = [...card.querySelectorAll('li > *')]
      expect(rows).toHaveLength(4)
      expect(rows.map(measureStart)).toEqual(rows.map(() => heading && measureStart(heading)))
    }
  },
)

test('puts deletions last, and shows red only for the confirmation', async () => {
  const t = translateIn('pt-BR')
  const place = await showCards('pt-BR')
  const [, deletes, , erases] = [...place.querySelectorAll('li:nth-last-child(-n + 2) > *')]
  expect([deletes?.textContent, erases?.textContent]).toEqual([t('deleteAccount.title'), t('profile.erase')])
  const getFill = (element: Element) => getComputedStyle(element).getPropertyValue('--button-bg')
  expect(new Set([...place.querySelectorAll('li > *')].map(getFill))).toEqual(new Set(['transparent']))
  await page.getByRole('button', { name: t('profile.erase') }).click()
  const answer = page.getByRole('dialog').getByRole('button', { name: t('profile.erase') })
  expect(getFill(answer.element())).toBe('#b42318')
})
