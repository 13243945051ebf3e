import * as v from 'valibot'

/**
 * A page of the site to return to: an address of somebody else's would lead away from it. A browser takes line breaks
 * out of an address and makes slashes of backslashes, so that what it opens is not what was checked, or nothing at all.
 */
export const place = v.pipe(v.string(), v.regex(/^\/[a-z]{2}-[A-Z]{2}\/[^\\\p{Cc}]*$/u))
