import { retainSearchParams } from '@tanstack/react-router'
import * as v from 'valibot'

/**
 * A page of the site to return to: an address of somebody else's would lead away from it. A browser takes line breaks
 * out of an address and makes slashes of backslashes, so that what it opens is not what was checked, or nothing at all.
 */
export const place = v.pipe(v.string(), v.regex(/^\/[a-z]{2}-[A-Z]{2}\/[^\\\p{Cc}]*$/u))

/** The page that a visitor asked for who has to sign in first: the way leads on to it. */
export const placeSearch = { place: v.fallback(v.optional(place), undefined) }

/**
 * On the screens that lead to a first sign-in, every way between them takes the page along that was asked for: there a
 * visitor turns from signing in to signing up, to a code or to a new password.
 */
export const retainPlace = { middlewares: [retainSearchParams<{ place?: string | undefined }>(['place'])] }
