import { createElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { show } from '../../ui/testing/show.tsx'
import { DataPage } from './data-page.tsx'

test('outlines the deletion in red, and fills only its confirmation', async () => {
  const t = translateIn('pt-BR')
  const actions = {
    unsent: { toSend: 0, needsAction: 0, uploads: [] },
    download: async () => ({ missing: 0 }),
    erase: async () => undefined,
  }
  const { place, remove } = show('pt-BR', createElement(DataPage, { actions }))
  onTestFinished(remove)
  const getFill = (element: Element) => getComputedStyle(element).getPropertyValue('--button-bg')
  expect([...place.querySelectorAll('button')].map(getFill)).not.toContain('#b42318')
  const getLine = (name: string) =>
    getComputedStyle(page.getByRole('button', { name }).element()).getPropertyValue('--button-line')
  expect(getLine(t('profile.erase'))).toBe('#b42318')
  expect(getLine(t('profile.download'))).not.toBe('#b42318')
  await page.getByRole('button', { name: t('profile.erase') }).click()
  const answer = page.getByRole('dialog').getByRole('button', { name: t('profile.erase') })
  expect(getFill(answer.element())).toBe('#b42318')
})
