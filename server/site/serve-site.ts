import { createReadStream } from 'node:fs'
import type { Handler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { Locale, LocaleCode } from '../../src/config/locales.ts'
import { chooseLocale } from '../../src/config/negotiate-locale.ts'
import { prerenderedPages, publicPages } from '../../src/config/pages.ts'
import { isInLocale, splitPath } from '../../src/config/path-locale.ts'
import { lostSharePath, shareTargetPath } from '../../src/config/share-target.ts'
import { parseRange, type ByteRange } from '../../src/lib/http/byte-range.ts'
import type { AppEnv, Http } from '../http/app-env.ts'
import { toReadableStream } from '../http/to-readable-stream.ts'
import { createFindPage } from './find-page.ts'
import { createSiteFiles, canBePage, getStaticPath, type Encoding, type SiteFile } from './site-files.ts'
import { formatSpeculationRulesHeader } from './speculation-rules.ts'

/** Lists the values that a request accepts by a header, best first (RFC 9110, 12.5). */
const parseAccepted = (http: Http, header: 'Accept-Encoding' | 'Accept-Language'): string[] =>
  parseAccept(http.req.header(header) ?? '').flatMap(({ type, q }) => (q > 0 ? type : []))

/**
 * Chooses the locale for a path that contains none of our locales. `unsupportedLocale` is a locale in the path
 * that we do not have. Sets `Vary`, because the response depends on `Accept-Language`. The app also knows the
 * locale of the last visit, and puts its own choice into the URL.
 */
const chooseRequestLocale = (http: Http, unsupportedLocale?: string): Locale => {
  http.header('Vary', 'Accept-Language', { append: true })
  const languages = parseAccepted(http, 'Accept-Language')
  const query = new URL(http.req.url).searchParams.get('locale')
  return chooseLocale({ query, pathTag: unsupportedLocale, storedLocale: undefined, languages })
}

/** Values of the header `Cache-Control`. */
const cacheControl = {
  /** For files with a hash in their name, which never change. */
  immutable: 'public, max-age=31536000, immutable',
  /** For files that decide which version of the app runs. Caches ask at each use if they have changed. */
  revalidate: 'no-cache',
  fiveMinutes: 'public, max-age=300, must-revalidate',
  oneDay: 'public, max-age=86400',
}

/** Whether a file is a page or a manifest. Both name files of the current version of the app. */
const isEntryFile = (path: string): boolean => /\.(?:html|webmanifest)$/.test(path)

/**
 * Whether a file has an ETag. Entry files have none and are sent in full each time. With an ETag, a cache
 * that stored only half of the file would get a 304 at each visit and keep its broken copy. Entry files are
 * small, and the service worker checks what it fetches.
 */
const hasETag = (path: string): boolean => !isEntryFile(path)

const getCacheControl = (path: string): string => {
  if (path.startsWith('assets/')) return cacheControl.immutable
  if (isEntryFile(path) || /^(?:service-worker|sw)\.js$/.test(path)) return cacheControl.revalidate
  const isMedia = /^(?:videos|icons|thumbnails|logos|screenshots)\//.test(path)
  return isMedia ? cacheControl.oneDay : cacheControl.fiveMinutes
}

const isHeadRequest = (http: Http) => http.req.method === 'HEAD'

const streamFile = (file: string, range?: ByteRange): ReadableStream<Uint8Array> =>
  toReadableStream<Uint8Array>(createReadStream(file, range))

const chooseEncoding = (http: Http, file: SiteFile): Encoding | undefined => {
  // A range refers to the original bytes, not to a compressed form.
  const isForRange = !isHeadRequest(http) && http.req.header('Range') !== undefined
  if (!file.encode || isForRange) return undefined
  const accepted = new Set(parseAccepted(http, 'Accept-Encoding'))
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding))
}

const sendPart = (http: Http, { file, size }: SiteFile, range: ByteRange | 'unsatisfiable'): Response => {
  if (range === 'unsatisfiable') {
    http.header('Content-Range', `bytes */${size}`)
    return http.body(null, 416)
  }
  http.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  http.header('Content-Length', String(range.end - range.start + 1))
  return http.body(streamFile(file, range), 206)
}

const sendWhole = (http: Http, { file, size }: SiteFile): Response => {
  http.header('Content-Length', String(size))
  return isHeadRequest(http) ? http.body(null) : http.body(streamFile(file))
}

const sendEncoded = async (http: Http, file: SiteFile, encoding: Encoding): Promise<Response> => {
  // `chooseEncoding` has checked that `file.encode` exists. The check here is only for the compiler.
  const bytes = await file.encode?.(encoding)
  if (!bytes) return sendWhole(http, file)
  http.header('Content-Encoding', encoding)
  http.header('Content-Length', String(bytes.byteLength))
  return isHeadRequest(http) ? http.body(null) : http.body(bytes)
}

/** Whether `If-None-Match` names the ETag. Ignores `W/`, which marks a weak ETag, as RFC 9110 requires. */
const matchesETag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((item) => item.trim().replace(/^W\//, '') === etag)

/** Returns the bytes that a request asks for, or undefined for the whole file. */
const chooseRange = (http: Http, file: SiteFile, etag: string): ByteRange | 'unsatisfiable' | undefined => {
  // Ranges apply only to GET (RFC 9110, 14.2).
  if (isHeadRequest(http)) return undefined
  const ifRange = http.req.header('If-Range')
  // `If-Range` names the version that the client already has a part of. For another version, the client wants
  // the whole file.
  const isSameVersion = ifRange === undefined || ifRange === etag
  return isSameVersion ? parseRange(http.req.header('Range'), file.size) : undefined
}

/**
 * Sends a file compressed, in full or a range of it. Sends 304 instead if the client already has the file.
 */
const respondWithFile = async (http: Http, file: SiteFile): Promise<Response> => {
  const encoding = chooseEncoding(http, file)
  const etag = encoding === undefined ? `"${file.hash}"` : `"${file.hash}-${encoding}"`
  http.header('Cache-Control', getCacheControl(file.path))
  http.header('Accept-Ranges', 'bytes')
  if (file.encode) http.header('Vary', 'Accept-Encoding', { append: true })
  if (hasETag(file.path)) {
    http.header('ETag', etag)
    if (matchesETag(http.req.header('If-None-Match'), etag)) return http.body(null, 304)
  }
  http.header('Content-Type', file.type)
  if (encoding !== undefined) return sendEncoded(http, file, encoding)
  const range = chooseRange(http, file, etag)
  return range === undefined ? sendWhole(http, file) : sendPart(http, file, range)
}

/** Sends a file. If it cannot be read, removes its headers, because caches would keep the error like the file. */
const sendFile = async (http: Http, file: SiteFile): Promise<Response> => {
  try {
    return await respondWithFile(http, file)
  } catch (error) {
    for (const name of ['ETag', 'Accept-Ranges', 'Content-Encoding', 'Content-Length', 'Content-Type'])
      http.header(name, undefined)
    http.header('Cache-Control', 'no-store')
    throw error
  }
}

/**
 * Reads the body of a request and discards it. The connection would be reset if the response came while the
 * browser still sends a large file, and the browser would show its own error page. The time limit of requests
 * applies.
 */
const discardBody = async (http: Http): Promise<void> => {
  // If the browser stops sending, nobody reads the response.
  await http.req.raw.body?.pipeTo(new WritableStream()).catch(() => undefined)
}

/** Whether a path is the page that repairs a broken app. Users type it, with or without a final slash. */
const isRepairPage = (pathname: string): boolean => /^\/recover\/?$/.test(pathname)

/**
 * The pages that search engines may index. Does not contain undefined, which is a page that was not found.
 */
const indexedPages = new Set<string | undefined>([...publicPages, ...prerenderedPages])

/**
 * Whether a path names a file that the build wrote for a page, in the folder of a locale. Such a file is not
 * served under its own path, because the page must have only one URL. Files at the top, such as
 * `recover.html`, are served.
 */
const isPageFile = (path: string): boolean => path.includes('/') && path.endsWith('.html')

/**
 * Lists the files that the build may have written for a page, the most specific first: the prerendered page,
 * then the app with a `<head>` for link previews, of the page itself or of its first segment (`verify` of
 * `verify/123`).
 */
const listPageFiles = (locale: LocaleCode, page: string | undefined): string[] => {
  const names =
    page === undefined ? ['app/not-found'] : [page || 'index', `app/${page}`, `app/${page.split('/')[0]}`]
  return [...names, 'app/index'].flatMap((name) => getStaticPath(`/${locale}/${name}.html`) ?? [])
}

/**
 * Joins repeated slashes as the app's router does. Links with a base URL that ends with a slash contain them.
 */
const joinSlashes = (pathname: string): string => pathname.replaceAll(/\/{2,}/g, '/')

/** Serves the built site: prerendered pages, and the app for other paths that its router may know. */
export const serveSite = (folder: string): Handler<AppEnv> => {
  const findFile = createSiteFiles(folder)
  const findPage = createFindPage(folder)
  const sendNotFound = (http: Http) => http.text('Not found', 404)

  const sendPath = async (http: Http, path: string | undefined): Promise<Response> => {
    const file = path === undefined || isPageFile(path) ? undefined : await findFile(path)
    return file ? sendFile(http, file) : sendNotFound(http)
  }

  /** Sends the first file of a list that exists. */
  const sendFirstExisting = async (http: Http, paths: readonly string[]): Promise<Response> => {
    for (const path of paths) {
      const file = await findFile(path)
      if (file) return sendFile(http, file)
    }
    return sendNotFound(http)
  }

  const sendPage = async (http: Http): Promise<Response> => {
    const { pathname, search } = new URL(http.req.url)
    const path = joinSlashes(pathname)
    const requested = splitPath(path, (unsupportedLocale) => chooseRequestLocale(http, unsupportedLocale))
    const { code } = requested.locale
    // In its canonical spelling, or undefined if there is no such page.
    const page = await findPage(code, requested.page)
    const isCanonical = pathname === `/${code}/${page}` || pathname === `/${code}`
    // A path without a locale is not redirected, because the app itself chooses a locale for the URL.
    if (page !== undefined && isInLocale(path) && !isCanonical) {
      // Without this header, browsers would store the redirect, but a later release may spell the page
      // differently.
      http.header('Cache-Control', 'no-cache')
      return http.redirect(`/${code}/${page}${search}`, 308)
    }
    // Even with this status, the body is the app, which explains that there is no such page.
    if (page === undefined) http.status(404)
    // The pages that are not indexed are personal, or show a coach's certificate.
    if (!indexedPages.has(page)) http.header('X-Robots-Tag', 'noindex')
    if (prerenderedPages.some((prerendered) => prerendered === page))
      http.header('Speculation-Rules', formatSpeculationRulesHeader(code))
    return sendFirstExisting(http, [...listPageFiles(code, page), 'index.html'])
  }

  return async (http) => {
    http.set('route', 'site')
    const { method, url } = http.req
    const { pathname } = new URL(url)
    // The service worker normally receives shared files. A browser without a service worker sends them here.
    // Without the redirect, it would show a plain error instead of the app.
    if (method === 'POST' && pathname === shareTargetPath) {
      await discardBody(http)
      return http.redirect(lostSharePath, 303)
    }
    if (method !== 'GET' && !isHeadRequest(http)) {
      http.header('Allow', 'GET, HEAD')
      return http.text('Method not allowed', 405)
    }
    if (isRepairPage(pathname)) return sendPath(http, 'recover.html')
    return canBePage(joinSlashes(pathname)) ? sendPage(http) : sendPath(http, getStaticPath(pathname))
  }
}
