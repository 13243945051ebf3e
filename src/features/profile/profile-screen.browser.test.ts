import { createElement, useSyncExternalStore } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '../../contract/roles.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { ok } from '../../lib/result.ts'
import type { Person, PersonSnapshot } from '../../person/person.ts'
import { storedUser } from '../../session/testing/coach.ts'
import '../../ui/styles/typeface.css'
import { show } from '../../ui/testing/show.tsx'
import type { ProfilePage } from './profile-pages.ts'
import { ProfileScreen } from './profile-screen.tsx'

const t = translateIn('en-GB')

const choices = (...interests: string[]) =>
  ({ kind: 'ready', value: { interests, preferences: {} }, revision: 1 }) as const
const allParts: PersonSnapshot = {
  details: { kind: 'ready', value: { firstName: 'Marta', lastName: 'da Silva' }, revision: 1 },
  learning: choices('inclusion', 'families'),
  news: choices(),
}

const start = async ({
  parts = {},
  role = 'coach',
}: { parts?: Partial<PersonSnapshot>; role?: Role } = {}) => {
  await page.viewport(360, 740)
  const snapshot = { ...allParts, ...parts }
  const person: Person = {
    snapshot: () => snapshot,
    subscribe: () => () => undefined,
    read: async () => undefined,
    loadMissing: async () => undefined,
    saveDetails: async () => ok(undefined),
    saveLearning: async () => ok(undefined),
    saveNews: async () => ok(undefined),
    exportAll: async () => ({}),
  }
  const onSignOut = vi.fn()
  const shown: { job: ProfilePage | undefined } = { job: undefined }
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const Screen = () => {
    const job = useSyncExternalStore(subscribe, () => shown.job)
    return createElement(ProfileScreen, {
      user: { ...storedUser(), locale: 'en-GB', role },
      job,
      person,
      offline: false,
      certificates: { note: '1 certificate', content: createElement('p', {}, 'Certificate 1') },
      impact: { content: null },
      security: null,
      theme: { chosen: 'dark', onChoose: () => undefined },
      account: {
        unsent: { toSend: 0, needsAction: 0 },
        uploads: [],
        onSignOut,
        signOutEverywhere: async () => ok(undefined),
      },
      data: {
        unsent: { toSend: 0, needsAction: 0, uploads: [] },
        download: async () => ({ missing: 0 }),
        erase: async () => undefined,
      },
    })
  }
  const { place, remove } = show('en-GB', createElement('main', {}, createElement(Screen)))
  onTestFinished(remove)
  const showJob = (job?: ProfilePage) => {
    shown.job = job
    for (const listener of listeners) listener()
  }
  return { place, onSignOut, show: showJob }
}

const row = (label: string) => page.getByRole('link', { name: new RegExp(`^${label}`) })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('lists who the coach is, and what each page holds', async () => {
  const { place } = await start()
  expect(place.textContent).toContain('MDMarta da Silva')
  await expect
    .element(row(t('profile.learning.title')).getByText('Inclusion, Talking with families', { exact: true }))
    .toBeVisible()
  await expect
    .element(row(t('profile.news.title')).getByText(t('profile.summary.noChoice'), { exact: true }))
    .toBeVisible()
  await expect.element(row(t('theme.title')).getByText(t('theme.dark'), { exact: true })).toBeVisible()
  await expect.element(row(t('certificate.list')).getByText('1 certificate', { exact: true })).toBeVisible()
  await expect
    .element(row(t('profile.country')).getByText(t('localeName.en-GB'), { exact: true }))
    .toBeVisible()
  await expect
    .element(row(t('profile.country')))
    .toHaveAttribute('href', '/en-GB/change-location?from=profile')
  await expect.element(row(t('profile.help'))).toHaveAttribute('href', '/en-GB/profile?job=help')
})

test('has rows that a thumb hits, and fits two screens of a phone', async () => {
  const { place } = await start({ role: 'viewer' })
  for (const element of place.querySelectorAll('li > :is(a, button)'))
    expect(element.getBoundingClientRect().height, element.textContent).toBeGreaterThanOrEqual(56)
  // Around it are the header and the bar, of 60 px each.
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(1360)
})

test('puts signing out, and what cannot be undone, at the end', async () => {
  const { place, onSignOut } = await start()
  const rows = [...place.querySelectorAll('li > :is(a, button)')].slice(-4)
  expect(rows.map((element) => element.querySelector('span > span')?.textContent)).toEqual([
    t('profile.signOut'),
    t('profile.data'),
    t('profile.signOutEverywhere'),
    t('deleteAccount.title'),
  ])
  await page.getByRole('button', { name: t('profile.signOut'), exact: true }).click()
  expect(onSignOut).toHaveBeenCalledOnce()
})

test.each<[Role, number]>([
  ['viewer', 1],
  ['manager', 1],
  ['coach', 0],
])('links a %s to this many admin areas: %i', async (role, count) => {
  await start({ role })
  expect(row(t('header.admin')).all()).toHaveLength(count)
})

test('names a row that could not be loaded', async () => {
  await start({ parts: { news: { kind: 'failed', failure: { message: 'profile.loadFailed' } } } })
  await expect
    .element(row(t('profile.news.title')).getByText(t('profile.summary.failed'), { exact: true }))
    .toBeVisible()
})

test('moves the focus to the heading of a page, and back to its row', async () => {
  const { show } = await start()
  show('learning')
  await expect.element(heading(t('profile.learning.title'))).toHaveFocus()
  expect(document.title).toContain(t('profile.learning.title'))
  await expect
    .element(page.getByRole('link', { name: t('profile.back') }))
    .toHaveAttribute('href', '/en-GB/profile')
  show()
  await expect.element(row(t('profile.learning.title'))).toHaveFocus()
})

test('beside a page on a wide screen, links to the other pages, and marks this one', async () => {
  const { show, place } = await start()
  const menu = page.getByRole('navigation', { name: t('profile.title') })
  const findCurrent = () =>
    [...place.querySelectorAll('nav [aria-current]')].map(({ textContent }) => textContent)
  show('learning')
  await expect.element(heading(t('profile.learning.title'))).toHaveFocus()
  expect(menu.elements()).toEqual([])
  await page.viewport(1280, 800)
  await expect.element(menu).toBeVisible()
  expect(menu.getByRole('link').all()).toHaveLength(13)
  expect(findCurrent()).toEqual([t('profile.learning.title')])
  expect(page.getByRole('link', { name: t('profile.back') }).elements()).toEqual([])
  show('news')
  await expect.element(heading(t('profile.news.title'))).toHaveFocus()
  expect(findCurrent()).toEqual([t('profile.news.title')])
  show()
  await expect.element(row(t('profile.news.title'))).toHaveFocus()
  expect(menu.elements()).toEqual([])
})

test('shows the row of the page in a menu that is higher than the screen', async () => {
  const { show } = await start()
  await page.viewport(1280, 480)
  show('data')
  const menu = page.getByRole('navigation', { name: t('profile.title') })
  await expect.element(menu).toBeVisible()
  const { bottom } = menu.element().getBoundingClientRect()
  const findRow = () =>
    menu
      .getByRole('link', { name: t('profile.data') })
      .element()
      .getBoundingClientRect()
  expect(findRow().bottom).toBeLessThanOrEqual(bottom)
  expect(window.scrollY).toBe(0)
})

test('has one page at a time, with at most one button to save', async () => {
  const { show, place } = await start()
  for (const [job, count] of [
    ['details', 1],
    ['learning', 1],
    ['news', 1],
    ['appearance', 0],
    ['help', 0],
    ['data', 0],
  ] as const) {
    show(job)
    await expect.element(page.getByRole('link', { name: t('profile.back') })).toBeVisible()
    await expect
      .poll(
        () =>
          [...place.querySelectorAll('[type=submit]')].filter((button) => button.checkVisibility()).length,
      )
      .toBe(count)
  }
})

test('keeps what was ticked while another page is on the screen, and says that it is not saved', async () => {
  const { show } = await start()
  show('learning')
  const box = page.getByRole('checkbox', { name: t('profile.interest.leadership') })
  await box.click()
  show()
  await expect
    .element(row(t('profile.learning.title')).getByText(t('profile.summary.unsaved'), { exact: true }))
    .toBeVisible()
  show('learning')
  await expect.element(box).toBeChecked()
  await page.getByRole('button', { name: t('profile.learning.save') }).click()
  show()
  await expect
    .poll(() => row(t('profile.learning.title')).getByText(t('profile.summary.unsaved')).query())
    .toBeNull()
})
