import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LocaleFailed } from '../../routes/$locale/-locale-failed.tsx'
import { getBuiltInMessage } from '../../i18n/built-in-message.ts'
import { preventReloadOffline } from '../../platform/service-worker/reload-offline.ts'
import { findFailureMessage, RouteFailed } from './route-failed.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  history.replaceState(null, '', '/')
})

const failBeforeLoad = {
  beforeLoad: () => {
    throw new Error('Nothing is there yet')
  },
}

/** An app whose first route fails before there is a catalogue or a router context. */
const open = (locale: string, failure: object = failBeforeLoad) => {
  history.replaceState(null, '', `/${locale}/login`)
  const rootRoute = createRootRoute()
  const failing = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    errorComponent: LocaleFailed,
    ...failure,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([failing]),
    history: createMemoryHistory({ initialEntries: [`/${locale}/login`] }),
    defaultErrorComponent: RouteFailed,
  })
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place, { onCaughtError: () => undefined })
  root.render(createElement(RouterProvider, { router }))
}

test.each(['pt-BR', 'en-NZ', 'es-AR'] as const)(
  'in %s, shows an error before the texts have loaded in the address’s language, with two ways to go on',
  async (locale) => {
    open(locale)
    await expect
      .element(page.getByRole('heading', { name: getBuiltInMessage(locale, 'error.title') }))
      .toBeVisible()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(getBuiltInMessage(locale, 'error.unexpected'))
    await expect
      .element(page.getByRole('button', { name: getBuiltInMessage(locale, 'common.reload') }))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: getBuiltInMessage(locale, 'storage.repairLink') }))
      .toHaveAttribute('href', '/recover')
    expect(document.title).toBe(getBuiltInMessage(locale, 'error.title'))
  },
)

test('stays in the app if a part cannot be downloaded and there is no service worker yet', async () => {
  preventReloadOffline(window)
  /** Fails as an import does in the built app. */
  const importPart = async (): Promise<{ default: () => null }> => {
    const payload = new TypeError('Failed to fetch dynamically imported module: /assets/profile.js')
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    throw payload
  }
  // The router itself would reload the page, and this test would never end.
  const errorComponent = () => createElement('p', { role: 'alert' }, 'It is missing')
  open('en-GB', { component: lazyRouteComponent(importPart), errorComponent })
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test.each([
  ['Failed to fetch dynamically imported module: /assets/sitemap.js', 'error.partMissing'],
  ['error loading dynamically imported module', 'error.partMissing'],
  ['Importing a module script failed.', 'error.partMissing'],
  ['Unable to preload CSS for /assets/sitemap.css', 'error.partMissing'],
  ['x is not a function', 'error.unexpected'],
])('after “%s” with a connection, the page says %s', (message, reason) => {
  const services = {
    session: { state: () => ({ status: 'not-authenticated' }) },
    outbox: { outbox: { snapshot: () => ({ storage: 'ready' }) } },
  } as unknown as Parameters<typeof findFailureMessage>[1]
  expect(findFailureMessage(new TypeError(message), services)).toBe(reason)
})
