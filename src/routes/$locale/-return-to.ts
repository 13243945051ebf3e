import { retainSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'
import { decodeSegment, removeLocale } from '../../config/path-locale.ts'
import { ignoreInvalid } from '../../lib/ignore-invalid.ts'

/**
 * The path of a page of this site to return to. URLs of other sites are rejected, because they would lead
 * away from it. A browser removes line breaks from a URL and turns backslashes into slashes. Paths with these
 * characters are rejected too, because they change after the check.
 */
export const returnToSchema = v.pipe(v.string(), v.regex(/^\/[a-z]{2}-[A-Z]{2}\/[^\\\p{Cc}]*$/u))

const signInScreens = new Set([
  'login',
  'sign-up',
  'confirm-email',
  'confirm-sign-in',
  'forgot-password',
  'hosted-sign-in',
])

/** Whether a path is one of the screens for signing in. */
const isSignInScreen = (path: string): boolean => {
  const { pathname } = new URL(path, 'https://site.example')
  // Like the router, reads several slashes as one.
  const page = removeLocale(pathname.replaceAll(/\/{2,}/g, '/'))
  return signInScreens.has(decodeSegment(page).toLowerCase())
}

/**
 * The search param `returnTo`: the page that a visitor requested before signing in, and returns to
 * afterwards. Screens for signing in are rejected, because they would redirect a signed-in customer to
 * themselves in a loop.
 */
export const returnToSearch = {
  returnTo: ignoreInvalid(
    v.pipe(
      returnToSchema,
      v.check((path) => !isSignInScreen(path)),
    ),
  ),
}

/** The search param `returnTo` of the maintenance page, which any page redirects to. */
export const returnToAnyPageSearch = { returnTo: ignoreInvalid(returnToSchema) }

/**
 * Keeps `returnTo` on every link between the screens of a first sign-in, because a visitor may move between
 * signing in, signing up, confirming a code and resetting the password.
 */
export const retainReturnTo = {
  middlewares: [retainSearchParams<{ returnTo?: string | undefined }>(['returnTo'])],
}
