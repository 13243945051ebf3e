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
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PendingVerification } from '../../account/account.ts'
import type { Services } from '../../app/services/services.ts'
import { locales } from '../../config/locales.ts'
import { i18nIn, translateIn } from '../../i18n/testing/i18n-in.ts'
import { ok } from '../../lib/result.ts'
import { createBrowser } from '../../platform/create-browser.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Route as confirmEmail } from './confirm-email.tsx'

const t = translateIn('en-GB')
const email = 'ana@example.com'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  notify.dismiss()
})

/** What the page needs of a device that confirms every code, and on which nobody is signed in. */
const createServices = (pendingVerification: PendingVerification | undefined) =>
  ({
    session: {
      state: () => ({ status: 'anonymous' }),
      account: {
        pendingVerification: async () => pendingVerification,
        confirm: async () => ok('confirmed'),
      },
    },
    device: {
      storage: { isBlocked: false },
      drafts: createBrowser(window).keyValues('drafts'),
      now: () => new Date(),
    },
    outbox: { track: async () => undefined },
    offline: { connectivity: { subscribe: () => () => undefined, state: () => onlineState } },
  }) as unknown as Services
const onlineState = { online: true }

/** Opens the page that confirms an address, in en-GB. */
const open = (pendingVerification: PendingVerification | undefined) => {
  const context = {
    services: createServices(pendingVerification),
    locale: locales['en-GB'],
    i18n: i18nIn('en-GB'),
  }
  const rootRoute = createRootRoute()
  const localeRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '$locale',
    beforeLoad: () => context,
    component: () => createElement(I18nProvider, { i18n: context.i18n }, createElement(Outlet)),
  })
  const confirmEmailRoute = confirmEmail.update({
    id: '/confirm-email',
    path: '/confirm-email',
    getParentRoute: () => localeRoute,
  } as never)
  const login = createRoute({ getParentRoute: () => localeRoute, path: '/login' })
  const router = createRouter({
    routeTree: rootRoute.addChildren([localeRoute.addChildren([confirmEmailRoute as never, login])]),
    history: createMemoryHistory({ initialEntries: ['/en-GB/confirm-email?returnTo=%2Fen-GB%2Ffiles'] }),
  })
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  root.render(createElement(RouterProvider, { router }))
  return router
}

test.each([
  ['of another locale, to the sign-in of that locale', 'pt-BR'],
  ['whose locale is unknown, to the sign-in of the locale on the screen', undefined],
] as const)('leads from the confirmed address of an account %s', async (_, locale) => {
  const { history } = open(locale && { email, locale })
  const code = page.getByLabelText(t('confirmEmail.code'))
  await expect.element(code).toBeVisible()
  if (!locale) await page.getByLabelText(t('confirmEmail.email')).fill(email)
  await code.fill('123456')
  await page.getByRole('button', { name: t('confirmEmail.submit'), exact: true }).click()
  await expect.poll(() => history.location.pathname, { timeout: 3000 }).toBe(`/${locale ?? 'en-GB'}/login`)
  expect(new URLSearchParams(history.location.search).get('done')).toBe('confirmed')
})
