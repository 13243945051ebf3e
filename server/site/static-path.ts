import { isInLocale } from '../../src/config/path-locale.ts'

/** Not pages, whatever they look like: a response in HTML would be wrong there. */
const notPages = /^\/(?:api|\.well-known)(?:\/|$)/

/** The sources of the app are for whoever operates it, not for everybody who asks. */
const isSourceMap = (path: string) => path.endsWith('.map')

/** A backslash and a colon separate folders and drives on Windows. */
const isPlain = (segment: string) =>
  segment !== '' && !segment.startsWith('.') && !['\\', ':', '\0'].some((sign) => segment.includes(sign))

/**
 * The path of a file below the folder of the site, from the path of an address; undefined for an address that no file
 * can have, and for source maps. Every segment is a plain name, so nothing outside the folder and no hidden file can be meant.
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
 * Whether a page of the app may be at an address: its router knows that, and the server need not. Whatever the request says
 * to accept: link previews and `curl` name no HTML, and a response that depended on it would have to say so to every cache.
 */
export const isPage = (pathname: string): boolean =>
  !notPages.test(pathname) && (isInLocale(pathname) || !(pathname.split('/').at(-1) ?? '').includes('.'))
