import { createElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { ok } from '../../lib/result.ts'
import { show } from '../../ui/testing/show.tsx'
import { ChoicesPage } from './choices-page.tsx'

const t = translateIn('pt-BR')
const choices = { interests: ['inclusion'], preferences: {} }

test('offline, says that a part cannot be changed, and shows its boxes as disabled', async () => {
  const screen = show(
    'pt-BR',
    createElement(ChoicesPage, {
      kind: 'learning',
      part: { kind: 'reading', copy: choices },
      save: async () => ok(undefined),
      onRetry: () => undefined,
      offline: true,
      heading: { current: null },
    }),
  )
  onTestFinished(() => screen.remove())
  await expect.element(page.getByText(t('profile.needsConnection'))).toBeVisible()
  const chosen = page.getByRole('checkbox', { name: t('profile.interest.inclusion') })
  await expect.element(chosen).toBeDisabled()
  await expect.element(chosen).toBeChecked()
  // The soft colour of text, without the background of a choice.
  const { color, backgroundColor } = getComputedStyle(chosen.element().closest('label')!)
  expect([color, backgroundColor]).toEqual(['rgb(68, 86, 111)', 'rgba(0, 0, 0, 0)'])
  expect(page.getByRole('button').all()).toEqual([])
})
