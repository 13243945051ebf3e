import { retainSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'

/**
 * A page of the site to return to. An address of another site is rejected, because it would lead away. A
 * browser removes line breaks from an address and turns backslashes into slashes, so an address with these
 * characters could differ from what was checked: they are rejected too.
 */
export const place = v.pipe(v.string(), v.regex(/^\/[a-z]{2}-[A-Z]{2}\/[^\\\p{Cc}]*$/u))

/** The page that a visitor asked for before signing in, and returns to afterwards. */
export const placeSearch = { place: v.fallback(v.optional(place), undefined) }

/**
 * Keeps `place` on every link between the screens that lead to a first sign-in: a visitor may move between
 * signing in, signing up, a code and a new password.
 */
export const retainPlace = { middlewares: [retainSearchParams<{ place?: string | undefined }>(['place'])] }
