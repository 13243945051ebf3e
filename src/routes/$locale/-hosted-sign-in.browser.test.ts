import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
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
import type { HostedSignIn } from '../../account/account.ts'
import type { Services } from '../../app/services/services.ts'
import { locales } from '../../config/locales.ts'
import { i18nIn, translateIn } from '../../i18n/testing/i18n-in.ts'
import { createDeferred } from '../../lib/async/deferred.ts'
import { createStore } from '../../lib/create-store.ts'
import { fail, ok } from '../../lib/result.ts'
import type { SessionState } from '../../session/session.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { Route as hostedSignIn } from './hosted-sign-in.tsx'

const t = translateIn('en-NZ')
const email = 'ana@example.com'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  notify.dismiss()
})

const onlineState = { online: true }
const anonymous: SessionState = { status: 'anonymous' }
const signedIn = { status: 'authenticated', user: { email } } as SessionState

/** Opens the page of en-NZ to which a hosted page has led back. */
const open = (hosted: Pick<HostedSignIn, 'complete' | 'canRetry'>) => {
  const session = createStore<SessionState>(anonymous)
  const services = {
    session: {
      state: session.get,
      subscribe: session.subscribe,
      account: {
        userPools: { NZ: { hostedOrigin: 'https://page.test' } },
        loadHostedSignIn: async () => ({ ...hosted, retry: () => undefined, forget: () => undefined }),
      },
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
    component: () =>
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(I18nProvider, { i18n }, createElement(Outlet), createElement(Toaster)),
      ),
  })
  const hostedRoute = hostedSignIn.update({
    id: '/hosted-sign-in',
    path: '/hosted-sign-in',
    getParentRoute: () => localeRoute,
  } as never)
  const otherRoutes = (['sign-up', '$slug'] as const).map((path) =>
    createRoute({
      getParentRoute: () => localeRoute,
      path,
      component: () => createElement('p', undefined, `Page ${path}`),
    }),
  )
  const router = createRouter({
    routeTree: rootRoute.addChildren([localeRoute.addChildren([hostedRoute as never, ...otherRoutes])]),
    history: createMemoryHistory({ initialEntries: ['/en-NZ/hosted-sign-in'] }),
  })
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  root.render(createElement(RouterProvider, { router }))
  return { session, navigate: (path: string) => router.navigate({ to: path as never }), router }
}

test('shows who has signed in in another tab meanwhile', async () => {
  const { session } = open({
    complete: async () => fail({ message: 'hostedSignIn.interrupted', step: 'sign-in' }),
    canRetry: () => false,
  })
  await expect.element(page.getByText(t('hostedSignIn.interrupted'))).toBeVisible()
  session.set(signedIn)
  await expect.element(page.getByText(t('hostedSignIn.signedInAs', { email }))).toBeVisible()
})

test('offers another attempt only as long as it can help', async () => {
  let attempts = 0
  open({
    complete: async () => {
      attempts += 1
      return attempts === 1
        ? fail({ message: 'errorMessage.authLoginError', reason: 'error.network' })
        : fail({ message: 'hostedSignIn.over', step: 'sign-in' })
    },
    canRetry: () => attempts === 1,
  })
  const retry = page.getByRole('button', { name: t('common.retry'), exact: true })
  await retry.click()
  await expect.element(page.getByText(t('hostedSignIn.over'))).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})

test('opens the page that the coach wanted to see', async () => {
  const { session, router } = open({
    complete: async () => {
      session.set(signedIn)
      return ok({ returnTo: '/en-NZ/files' })
    },
    canRetry: () => false,
  })
  await expect.element(page.getByText(t('successMessage.authLogin'))).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe('/en-NZ/files')
})

test('leaves the page of a coach who went elsewhere before the sign-in was complete', async () => {
  const mayComplete = createDeferred<void>()
  const { session, navigate, router } = open({
    complete: async () => {
      await mayComplete.promise
      session.set(signedIn)
      return ok({ returnTo: '/en-NZ/files' })
    },
    canRetry: () => false,
  })
  await expect.element(page.getByText(t('common.loading'))).toBeVisible()
  await navigate('/en-NZ/sign-up')
  await expect.element(page.getByText('Page sign-up')).toBeVisible()
  mayComplete.resolve()
  await expect.element(page.getByText(t('successMessage.authLogin'))).toBeVisible()
  // Longer than the router needs.
  await new Promise((end) => setTimeout(end, 300))
  expect(router.state.location.pathname).toBe('/en-NZ/sign-up')
})
