import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type AnyRoute,
} from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { Route as confirmEmail } from './confirm-email.tsx'
import { Route as forgotPassword } from './forgot-password.tsx'
import { Route as home } from './index.tsx'
import { Route as login } from './login.tsx'
import { Route as signUp } from './sign-up.tsx'

const returnTo = '/en-GB/training/training-3?part=survey'
const screens = { login, 'sign-up': signUp, 'confirm-email': confirmEmail, 'forgot-password': forgotPassword }

/** The routes of these screens at their real paths, and one other route that leads to no sign-in. */
const routeTree = () => {
  const root = createRootRoute()
  const locale = createRoute({ getParentRoute: () => root, path: '$locale' })
  const withPath = (route: AnyRoute, path: string): AnyRoute =>
    route.update({ id: path, path, getParentRoute: () => locale } as never)
  const signInRoutes = Object.entries(screens).map(([path, route]) => withPath(route, `/${path}`))
  const other = createRoute({ getParentRoute: () => locale, path: '/sitemap' })
  return root.addChildren([locale.addChildren([withPath(home, '/'), other, ...signInRoutes])])
}

/** The page to return to in the URL of a link, on a page of a visitor who asked for `returnTo`. */
const returnToInLink = (from: string, to: string) => {
  const initialEntries = [`/en-GB/${from}?${new URLSearchParams({ returnTo }).toString()}`]
  const history = createMemoryHistory({ initialEntries })
  const router = createRouter({ routeTree: routeTree(), history, trailingSlash: 'preserve' })
  const { href } = router.buildLocation({ to: `/en-GB/${to}` } as never)
  return new URL(href, 'https://site.example').searchParams.get('returnTo')
}

const names = Object.keys(screens)

test.each(['', ...names].flatMap((from) => names.map((to) => [from, to] as const)))(
  'a link from /%s to /%s keeps the requested page',
  (from, to) => {
    expect(returnToInLink(from, to)).toBe(returnTo)
  },
)

test('a link to a page outside the sign-in drops the requested page', () => {
  expect(returnToInLink('login', 'sitemap')).toBeNull()
})
