import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Services } from '../../app/services/services.ts'
import { locales } from '../../config/locales.ts'
import { i18nIn, translateIn } from '../../i18n/testing/i18n-in.ts'
import { createBrowser } from '../../platform/create-browser.ts'
import type { SessionState } from '../../session/session.ts'
import { Route as login } from './login.tsx'

let root: Root | undefined
afterEach(() => root?.unmount())

const onlineState = { online: true }

/** Opens the sign-in screen of en-NZ, on a device where nobody is signed in. */
const open = (
  hostedOrigin: string | undefined,
  { search = '', state = { status: 'anonymous' } }: { search?: string; state?: SessionState } = {},
) => {
  const endPageSession = vi.fn(async (..._given: unknown[]) => undefined)
  const isFormOpen = () => false
  const services = {
    session: {
      state: () => state,
      withTimeLimit: async () => undefined,
      readDeletedCustomers: async () => [],
      account: {
        pendingVerification: async () => undefined,
        userPools: { NZ: { hostedOrigin } },
        loadHostedSignIn: async () => ({ endPageSession }),
      },
    },
    device: {
      storage: { isBlocked: false },
      openForms: { get: isFormOpen },
      drafts: createBrowser(window).keyValues('drafts'),
      now: () => new Date(),
    },
    outbox: { track: async () => undefined },
    offline: { connectivity: { subscribe: () => () => undefined, state: () => onlineState } },
  } as unknown as Services
  const i18n = i18nIn('en-NZ')
  const rootRoute = createRootRoute()
  const localeRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '$locale',
    beforeLoad: () => ({ services, locale: locales['en-NZ'], i18n }),
    component: () => createElement(I18nProvider, { i18n }, createElement(Outlet)),
  })
  const loginRoute = login.update({
    id: '/login',
    path: '/login',
    getParentRoute: () => localeRoute,
  } as never)
  const router = createRouter({
    routeTree: rootRoute.addChildren([localeRoute.addChildren([loginRoute as never])]),
    history: createMemoryHistory({ initialEntries: [`/en-NZ/login${search}`] }),
  })
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  root.render(createElement(RouterProvider, { router }))
  return { endPageSession, isFormOpen, place }
}

test('ends the session of the hosted page on every visit, unless a form is being filled in', async () => {
  const { endPageSession, isFormOpen } = open('https://page.test')
  await expect.poll(() => endPageSession.mock.calls).toEqual([['en-NZ', isFormOpen, undefined]])
})

const endReason = 'error.endedElsewhere'
const endedElsewhere = translateIn('en-NZ')(endReason)

test('says why the session ended, and does so again after the visit of the hosted page', async () => {
  const { endPageSession, isFormOpen, place } = open('https://page.test', {
    search: '?returnTo=%2Fen-NZ%2Fdrills',
    state: { status: 'anonymous', endReason },
  })
  await expect.poll(() => place.textContent).toContain(endedElsewhere)
  await expect.poll(() => endPageSession.mock.calls).toEqual([['en-NZ', isFormOpen, endReason]])
  root?.unmount()
  const back = open('https://page.test', { search: `?returnTo=%2Fen-NZ%2Fdrills&ended=${endReason}` })
  await expect.poll(() => back.place.textContent).toContain(endedElsewhere)
})

test('loads nothing of a hosted page at a pool without one', async () => {
  const { endPageSession, place } = open(undefined)
  await expect.poll(() => place.querySelector('form')).not.toBeNull()
  expect(endPageSession).not.toHaveBeenCalled()
})
