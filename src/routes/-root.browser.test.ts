import { createMemoryHistory, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { Route as rootRoute } from './__root.tsx'

let root: Root | undefined
afterEach(() => root?.unmount())

/** Opens an address, with those routes of the app that may match it. Returns the router. */
const open = (address: string) => {
  const pageAt = (path: string) =>
    createRoute({ getParentRoute: () => rootRoute, path, component: () => null })
  const routes = ['/', '/$locale/verify/$number', '/$locale/$slug', '/$locale/$'].map(pageAt)
  const router = createRouter({
    routeTree: rootRoute.addChildren(routes),
    context: { waitUntilKnown: async () => undefined, services: {} as never },
    history: createMemoryHistory({ initialEntries: ['/en-GB/', address] }),
  })
  root = createRoot(document.createElement('div'))
  root.render(createElement(RouterProvider, { router: router as never }))
  return router
}

test.each([
  ['/en-GB/verify/%E0%A4%A', '/$locale/verify/$number', { locale: 'en-GB', number: '%E0%A4%A' }],
  ['/en-GB/%C3%A9/b/%zz', '/$locale/$', { locale: 'en-GB', _splat: 'é/b/%zz' }],
  ['/en-GB/about%', '/$locale/$slug', { locale: 'en-GB', slug: 'about%' }],
  ['/en-GB/100%25%', '/$locale/$slug', { locale: 'en-GB', slug: '100%25%' }],
  ['/%E0%A4%A/nowhere', '/$locale/$slug', { locale: '%E0%A4%A', slug: 'nowhere' }],
  ['/en-GB/a/b/%', '/$locale/$', { locale: 'en-GB', _splat: 'a/b/%' }],
])('takes the malformed escape of %s literally, and opens %s', async (address, routeId, params) => {
  const router = open(address)
  await expect.poll(() => router.state.matches.at(-1)?.routeId, { timeout: 3000 }).toBe(routeId)
  expect(router.state.matches.at(-1)?.params).toMatchObject(params)
  // Back leads to the page before it.
  expect(router.history.length).toBe(2)
})
