import { isInLocale } from '../../src/config/path-locale.ts'

/** Addresses that are never pages: an HTML response would be wrong there. */
const notPages = /^\/(?:api|\.well-known)(?:\/|$)/

/** Source maps are for the operator, not for the public. */
const isSourceMap = (path: string) => path.endsWith('.map')

/** A backslash separates folders, and a colon drives, on Windows. */
const isPlain = (segment: string) =>
  segment !== '' && !segment.startsWith('.') && !['\\', ':', '\0'].some((sign) => segment.includes(sign))

/**
 * The path of a file below the site's folder for the path of a URL. Undefined for a path that no file can
 * have, and for source maps. Every segment is a plain name, so the result cannot leave the folder or name a
 * hidden file.
 */
export const staticPath = (pathname: string): string | undefined => {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  const segments = decoded.split('/').slice(1)
  return segments.every(isPlain) && !isSourceMap(decoded) ? segments.join('/') : undefined
}

/**
 * Whether an address may be a page of the app; only the app's router knows. Ignores `Accept`: link previews
 * and `curl` do not ask for HTML, and a response that depended on it would need a `Vary` header for every
 * cache.
 */
export const isPage = (pathname: string): boolean =>
  !notPages.test(pathname) && (isInLocale(pathname) || !(pathname.split('/').at(-1) ?? '').includes('.'))
