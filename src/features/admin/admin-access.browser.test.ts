import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '../../contract/roles.ts'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { fail, ok } from '../../lib/result.ts'
import type { OpenAdminPages } from '../../session/open-admin-pages.ts'
import { show } from '../../ui/testing/show.tsx'
import { AdminAccess } from './admin-access.tsx'
import { findAdminPage } from './admin-pages.ts'

const t = translateIn('es-AR')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** The pages: a screen with a heading and a form. */
const Screen = () =>
  createElement('div', {}, [
    createElement('h1', { key: 'title', tabIndex: -1 }, 'The devices'),
    createElement('input', { key: 'filter', 'aria-label': 'Filter' }),
  ])

type Given = { clockOffMs?: number; role?: Role; path?: string; offline?: boolean }

/** What a test changes while the pages are shown. */
let change: (given: Given) => void

const open = (openPages: OpenAdminPages, first: Given = {}) => {
  const client = new QueryClient()
  const Access = () => {
    const [given, setGiven] = useState(first)
    useEffect(() => {
      change = (next) => setGiven((before) => ({ ...before, ...next }))
    }, [])
    const { clockOffMs = 0, role = 'manager', path = 'admin/sync', offline = false } = given
    const props = { adminId: 'ana-7f2', role, page: findAdminPage(path), offline }
    const clock = { measureClock: async () => clockOffMs }
    const content = { children: createElement(Screen) }
    return createElement(AdminAccess, { ...props, ...clock, ...content, open: openPages })
  }
  screen = show('es-AR', createElement(QueryClientProvider, { client }, createElement(Access)))
  return client
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const pages = () => heading('The devices')
const findFocus = () => document.activeElement?.textContent

test('shows the pages when the second factor is proved', async () => {
  open(async () => ok('open'))
  await expect.element(pages()).toBeVisible()
})

test('has the heading of the page from the start', async () => {
  open(() => new Promise(() => undefined), { path: 'admin/health' })
  await expect.element(heading(t('admin.health.title'))).toBeVisible()
})

test('leads an admin without a second factor to its set-up', async () => {
  open(async () => ok('set-up'))
  await expect.element(heading(t('admin.access.setUpTitle'))).toBeVisible()
  const link = page.getByRole('link', { name: t('admin.access.setUpLink') })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/es-AR\/second-factor$/))
  expect(pages().query()).toBeNull()
})

test('has an admin sign in again who signed in before the set-up, and returns to the admin pages', async () => {
  open(async () => ok('sign-in'))
  await expect.element(heading(t('admin.access.signInTitle'))).toBeVisible()
  const link = page.getByRole('link', { name: t('admin.access.signInLink') })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/es-AR\/login\?again=admin$/))
})

test('moves the focus to the heading of each step, and keeps what was typed while a code is asked for', async () => {
  let state: 'code' | 'open' = 'open'
  const answer = Promise.withResolvers<void>()
  const client = open(async ({ code } = {}) => {
    await answer.promise
    if (code !== undefined) state = 'open'
    return ok(state)
  })
  document.querySelector('h1')?.focus()
  answer.resolve()
  await expect.poll(findFocus).toBe('The devices')
  const filter = page.getByLabelText('Filter')
  await filter.fill('Recife')
  document.title = 'Devices'
  state = 'code'
  await client.invalidateQueries({ queryKey: ['admin-access'] })
  await expect.poll(findFocus).toBe(t('admin.access.codeTitle'))
  await page.getByLabelText(t('confirmEmail.code')).fill('123456')
  await press(t('admin.access.submit'))
  await expect.poll(findFocus).toBe('The devices')
  await expect.element(filter).toHaveValue('Recife')
  expect(document.title).toBe('Devices')
})

test('asks for a code, says when it is wrong and that the clock is off, and then shows the pages', async () => {
  let isOpen = false
  const openPages = vi.fn<OpenAdminPages>(async ({ code } = {}) => {
    if (code === '111111') return fail({ message: 'errorMessage.challengeCodeWrong' })
    isOpen ||= code === '123456'
    return ok(isOpen ? 'open' : 'code')
  })
  open(openPages, { clockOffMs: 180_000 })
  await expect.element(heading(t('admin.access.codeTitle'))).toBeVisible()
  const code = page.getByLabelText(t('confirmEmail.code'))
  await code.fill('111111')
  await press(t('admin.access.submit'))
  await expect.element(page.getByText(t('errorMessage.challengeCodeWrong'))).toBeVisible()
  await expect.element(page.getByText(t('takeAlong.clock.missing', { minutes: 3 }))).toBeVisible()
  expect(pages().query()).toBeNull()
  await code.fill('123456')
  await press(t('admin.access.submit'))
  await expect.element(pages()).toBeVisible()
})

test('says why it could not find out, and tries again', async () => {
  const openPages = vi
    .fn<OpenAdminPages>(async () => ok('open'))
    .mockResolvedValueOnce(fail({ message: 'error.providerUnavailable' }))
  open(openPages)
  await expect.element(page.getByText(t('error.providerUnavailable'))).toBeVisible()
  await press(t('common.retry'))
  await expect.element(pages()).toBeVisible()
})

const text = (id: Parameters<typeof t>[0], values?: Record<string, string>) =>
  page.getByText(t(id, values), { exact: true })
const links = () =>
  page
    .getByRole('navigation', { name: t('header.admin') })
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

test('gives a coach without a role the ID that a manager needs', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (id) => void copied.push(id))
  open(async () => ok('forbidden'), { role: 'coach' })
  await expect.element(text('admin.forbidden')).toBeVisible()
  await expect.element(page.getByText('ana-7f2', { exact: true })).toBeVisible()
  await press(t('admin.forbiddenCopy'))
  await expect.poll(() => copied).toEqual(['ana-7f2'])
  expect(pages().query()).toBeNull()
  expect(links()).toEqual([])
  expect(page.getByRole('button', { name: t('common.retry') }).query()).toBeNull()
})

test('asks the server before it refuses a coach, who may have been given a role', async () => {
  open(async () => ok('open'), { role: 'coach', path: 'admin' })
  await expect.element(pages()).toBeVisible()
})

test('refuses a coach without a connection at once, without asking the server', async () => {
  const openPages = vi.fn<OpenAdminPages>(async () => ok('open'))
  open(openPages, { role: 'coach', offline: true })
  await expect.element(text('admin.forbiddenOffline')).toBeVisible()
  await expect.element(page.getByText('ana-7f2', { exact: true })).toBeVisible()
  expect(openPages).not.toHaveBeenCalled()
})

test('asks again when a coach comes back after sending the ID', async () => {
  let answer: 'forbidden' | 'open' = 'forbidden'
  open(async () => ok(answer), { role: 'coach', path: 'admin' })
  await expect.element(text('admin.forbidden')).toBeVisible()
  answer = 'open'
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.element(pages()).toBeVisible()
})

test('says which role a page needs, and links to the pages that the role may see', async () => {
  open(async () => ok('open'), { role: 'viewer', path: 'admin/sync/7' })
  const names = { needed: t('admin.roles.name.supporter'), role: t('admin.roles.name.viewer') }
  await expect.element(text('admin.forbiddenAbove', names)).toBeVisible()
  expect(links()).toEqual([t('admin.tabs.programme'), t('admin.tabs.health')])
  expect(pages().query()).toBeNull()
})

/** A server that has given a viewer a higher role since the pages were opened. */
const raiseRole = async () => {
  change({ role: 'supporter' })
  return ok('open' as const)
}

test.each([
  ['comes back', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
  ['opens another page', () => change({ path: 'admin/rescue' })],
] as const)('asks again when a viewer who was refused a page %s', async (_, act) => {
  const openPages = vi.fn<OpenAdminPages>(raiseRole).mockResolvedValueOnce(ok('open'))
  open(openPages, { role: 'viewer' })
  await expect.element(heading(t('admin.forbiddenTitle'))).toBeVisible()
  await expect.poll(() => openPages.mock.calls.length).toBe(1)
  await expect.poll(links).toEqual([t('admin.tabs.programme'), t('admin.tabs.health')])
  act()
  await expect.element(pages()).toBeVisible()
})

test('asks again when the connection returns', async () => {
  const openPages = vi
    .fn<OpenAdminPages>(async () => ok('open'))
    .mockResolvedValueOnce(fail({ message: 'error.network' }))
  open(openPages, { offline: true })
  await expect.element(page.getByText(t('error.network'))).toBeVisible()
  change({ offline: false })
  await expect.element(pages()).toBeVisible()
})

test('shows the refusal from its top', async () => {
  document.body.style.minHeight = '4000px'
  let answer: 'forbidden' | 'open' = 'open'
  const client = open(async () => ok(answer))
  await expect.element(pages()).toBeVisible()
  window.scrollTo({ top: 900, behavior: 'instant' })
  expect(window.scrollY).toBeGreaterThan(0)
  answer = 'forbidden'
  await client.invalidateQueries({ queryKey: ['admin-access'] })
  await expect.element(text('admin.forbidden')).toBeInTheDocument()
  await expect.poll(() => window.scrollY).toBe(0)
  document.body.style.minHeight = ''
})

test('closes the pages when the role is taken, and keeps nothing of them', async () => {
  let answer: 'forbidden' | 'open' = 'open'
  const client = open(async () => ok(answer))
  await page.getByLabelText('Filter').fill('Recife')
  answer = 'forbidden'
  await client.invalidateQueries({ queryKey: ['admin-access'] })
  await expect.element(text('admin.forbidden')).toBeVisible()
  await expect.poll(findFocus).toBe(t('admin.forbiddenTitle'))
  expect(document.querySelector('input')).toBeNull()
})
