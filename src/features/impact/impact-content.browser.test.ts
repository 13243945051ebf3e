import { createElement, useSyncExternalStore } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { createStore } from '../../lib/create-store.ts'
import { ok } from '../../lib/result.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { show } from '../../ui/testing/show.tsx'
import { ImpactContent } from './impact-content.tsx'
import type { SeasonImpact } from './use-impact.ts'

const t = translateIn('es-AR')
const group = { youngFemale: 'half', sportType: 'volleyball' }
const seasons = [
  { season: 2025, numberOfPeople: 24, ...group },
  { season: 2026, numberOfPeople: 31, ...group },
]

let shown: ReturnType<typeof show>[] = []
afterEach(() => {
  notify.dismiss()
  for (const { remove } of shown) remove()
  shown = []
})

const card = (seasons: SeasonImpact[]) => ({ seasons, season: 2026, readLatest: async () => seasons.at(-1) })

/** The card in the season 2026, of a coach with these earlier answers. */
const open = (before: typeof seasons) => {
  const save = vi.fn(async () => ok(undefined))
  shown.push(show('es-AR', createElement(Toaster)))
  shown.push(show('es-AR', createElement(ImpactContent, { ...card(before), save })))
  return save
}
const people = () => page.getByLabelText(t('signUp.numberOfPeople'))
const submit = () => page.getByRole('button', { name: t('impact.save') }).click()

test('shows last season’s impact as that season’s, and asks again with its values filled in', async () => {
  const save = open(seasons.slice(0, 1))
  await expect.element(page.getByText(t('impact.intro'))).toBeVisible()
  await expect.element(page.getByText('2025 · 24 personas')).toBeVisible()
  await expect.element(people()).toHaveValue('24')
  await people().fill('31')
  await submit()
  await expect.element(page.getByText(t('impact.saved'))).toBeVisible()
  expect(save).toHaveBeenCalledExactlyOnceWith({ numberOfPeople: 31, ...group })
})

test('shows both seasons, and lets the coach correct the present one', async () => {
  const save = open(seasons)
  for (const line of ['2025 · 24 personas', '2026 · 31 personas'])
    await expect.element(page.getByText(line)).toBeVisible()
  expect(page.getByText(t('impact.intro')).query()).toBeNull()
  await page.getByText(t('impact.change')).click()
  await expect.element(people()).toHaveValue('31')
  await people().fill('32')
  await submit()
  await expect.poll(() => save.mock.calls).toEqual([[{ numberOfPeople: 32, ...group }]])
})

test('an answer in another tab leaves what the coach is typing', async () => {
  const save = vi.fn(async () => ok(undefined))
  const said = createStore(seasons.slice(0, 1))
  const Card = () =>
    createElement(ImpactContent, { ...card(useSyncExternalStore(said.subscribe, said.get)), save })
  shown.push(show('es-AR', createElement(Card)))
  await people().fill('47')
  said.set(seasons)
  await expect.element(page.getByText('2026 · 31 personas')).toBeVisible()
  await expect.element(people()).toHaveValue('47')
  await submit()
  await expect.poll(() => save.mock.calls).toEqual([[{ numberOfPeople: 47, ...group }]])
  await expect.element(page.getByText(t('impact.change'))).toBeVisible()
})

test('shows an update from another phone, which an open form does not revert', async () => {
  const before = { season: 2026, numberOfPeople: 10, youngFemale: 'none', sportType: 'football' }
  const elsewhere = { season: 2026, numberOfPeople: 250, youngFemale: 'half', sportType: 'basketball' }
  const later = { ...elsewhere, numberOfPeople: 300, youngFemale: 'all' }
  const save = vi.fn(async () => ok(undefined))
  const said = createStore(before)
  const Card = () => {
    const last = useSyncExternalStore(said.subscribe, said.get)
    return createElement(ImpactContent, { ...card([last]), save })
  }
  shown.push(show('es-AR', createElement(Card)))
  await page.getByText(t('impact.change')).click()
  said.set(elsewhere)
  await expect.element(people()).toHaveValue('250')
  const sport = page.getByLabelText(t('signUp.sportType'))
  await expect.element(sport).toHaveValue('basketball')

  await sport.selectOptions('futsal')
  said.set(later)
  await expect.element(sport).toHaveValue('futsal')
  await submit()
  expect(save).toHaveBeenCalledExactlyOnceWith({
    numberOfPeople: 300,
    youngFemale: 'all',
    sportType: 'futsal',
  })
  await expect.element(people()).toHaveValue('300')
})
