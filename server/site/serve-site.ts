import { createReadStream } from 'node:fs'
import type { Handler } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { Locale, LocaleCode } from '../../src/config/locales.ts'
import { chooseLocale } from '../../src/config/negotiate-locale.ts'
import { prerenderedPages, publicPages } from '../../src/config/pages.ts'
import { isInLocale, pageOf } from '../../src/config/path-locale.ts'
import { lostSharePath, shareTargetPath } from '../../src/config/share-target.ts'
import { byteRange, type ByteRange } from '../../src/lib/http/byte-range.ts'
import type { AppEnv, Http } from '../http/app-env.ts'
import { streamOf } from '../http/stream-of.ts'
import { createKnownAddresses } from './known-addresses.ts'
import { createSiteFiles, isPage, staticPath, type Encoding, type SiteFile } from './site-files.ts'

/** What a request accepts by a header of this form, best first (RFC 9110, 12.5). */
const acceptedBy = (http: Http, header: 'Accept-Encoding' | 'Accept-Language'): string[] =>
  parseAccept(http.req.header(header) ?? '').flatMap(({ type, q }) => (q > 0 ? type : []))

/**
 * The locale for an address without one of ours; `meant` is the one that it names instead. The response then
 * varies by `Accept-Language`, and says so to caches. The app, which also knows the last locale on screen,
 * puts its locale into the address.
 */
const preferredLocale = (http: Http, meant?: string): Locale => {
  http.header('Vary', 'Accept-Language', { append: true })
  const languages = acceptedBy(http, 'Accept-Language')
  const query = new URL(http.req.url).searchParams.get('locale')
  return chooseLocale({ query, meant, stored: undefined, languages })
}

/** Files with a hash in their name never change. */
const immutable = 'public, max-age=31536000, immutable'
/** Revalidated at each use: these files decide which version of the app runs. */
const revalidated = 'no-cache'
const short = 'public, max-age=300, must-revalidate'
const day = 'public, max-age=86400'

/**
 * Whether a file is sent in full each time, without an ETag. With one, a cache that holds half of the file
 * would be told at each visit that its copy is current. These files are small, and the service worker checks
 * what it fetches.
 */
const isUntagged = (path: string): boolean => /\.(?:html|webmanifest)$/.test(path)

/** The Cache-Control of a file of the site. */
const cacheRule = (path: string): string => {
  if (path.startsWith('assets/')) return immutable
  if (/\.(?:html|webmanifest)$/.test(path) || /^(?:service-worker|sw)\.js$/.test(path)) return revalidated
  return /^(?:videos|icons|posters|logos|screenshots)\//.test(path) ? day : short
}

const isHead = (http: Http) => http.req.method === 'HEAD'

const stream = (file: string, range?: ByteRange): ReadableStream<Uint8Array> =>
  streamOf<Uint8Array>(createReadStream(file, range))

const encodingFor = (http: Http, file: SiteFile): Encoding | undefined => {
  // A range refers to the original bytes, not to a compressed form.
  if (!file.encode || (http.req.header('Range') !== undefined && !isHead(http))) return undefined
  const accepted = new Set(acceptedBy(http, 'Accept-Encoding'))
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding))
}

const sendPart = (http: Http, { file, size }: SiteFile, range: ByteRange | 'unsatisfiable'): Response => {
  if (range === 'unsatisfiable') {
    http.header('Content-Range', `bytes */${size}`)
    return http.body(null, 416)
  }
  http.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  http.header('Content-Length', String(range.end - range.start + 1))
  return http.body(stream(file, range), 206)
}

const sendWhole = (http: Http, { file, size }: SiteFile): Response => {
  http.header('Content-Length', String(size))
  return isHead(http) ? http.body(null) : http.body(stream(file))
}

const sendEncoded = async (http: Http, file: SiteFile, encoding: Encoding): Promise<Response> => {
  const bytes = await file.encode?.(encoding)
  if (!bytes) return sendWhole(http, file)
  http.header('Content-Encoding', encoding)
  http.header('Content-Length', String(bytes.byteLength))
  return isHead(http) ? http.body(null) : http.body(bytes)
}

const matches = (header: string | undefined, tag: string): boolean =>
  header === '*' || (header ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag)

const send = async (http: Http, file: SiteFile): Promise<Response> => {
  const encoding = encodingFor(http, file)
  const tag = `"${file.tag}${encoding === undefined ? '' : `-${encoding}`}"`
  if (!isUntagged(file.path)) http.header('ETag', tag)
  http.header('Cache-Control', cacheRule(file.path))
  http.header('Accept-Ranges', 'bytes')
  if (file.encode) http.header('Vary', 'Accept-Encoding', { append: true })
  if (!isUntagged(file.path) && matches(http.req.header('If-None-Match'), tag)) return http.body(null, 304)
  http.header('Content-Type', file.type)
  if (encoding !== undefined) return sendEncoded(http, file, encoding)
  const ifRange = http.req.header('If-Range')
  // Ranges apply only to GET (RFC 9110, 14.2).
  const applies = !isHead(http) && (ifRange === undefined || ifRange === tag)
  const range = applies ? byteRange(http.req.header('Range'), file.size) : undefined
  return range === undefined ? sendWhole(http, file) : sendPart(http, file, range)
}

/** The page that repairs an app that does not start. Users type its address, perhaps with a final slash. */
const isRepairPage = (pathname: string): boolean => /^\/recover\/?$/.test(pathname)

/** The pages that search engines may index. */
const searchable = new Set<string | undefined>([...publicPages, ...prerenderedPages])

/**
 * Whether a path names a file that the build wrote for a page. It is not served: the page has only its
 * canonical address.
 */
const isWrittenPage = (path: string): boolean => path.includes('/') && path.endsWith('.html')

/**
 * The files that the build may have written for a page, the most specific first: the page itself, else the
 * app, whose head serves link previews.
 */
const filesOf = (locale: LocaleCode, page: string | undefined): string[] => {
  const names =
    page === undefined ? ['app/not-found'] : [page || 'index', `app/${page}`, `app/${page.split('/')[0]}`]
  return [...names, 'app/index'].flatMap((name) => staticPath(`/${locale}/${name}.html`) ?? [])
}

/** Joins repeated slashes as the app's router does. A base that ends with a slash causes them. */
const singleSlashes = (pathname: string): string => pathname.replaceAll(/\/{2,}/g, '/')

/** Serves the built site: prerendered pages, and the app for other addresses that its router may know. */
export const serveSite = (folder: string): Handler<AppEnv> => {
  const find = createSiteFiles(folder)
  const findPage = createKnownAddresses(folder)
  const notFound = (http: Http) => http.text('Not found', 404)

  const sendFile = async (http: Http, path: string | undefined): Promise<Response> => {
    const file = path === undefined || isWrittenPage(path) ? undefined : await find(path)
    return file ? send(http, file) : notFound(http)
  }

  const sendPage = async (http: Http): Promise<Response> => {
    const { pathname, search } = new URL(http.req.url)
    const path = singleSlashes(pathname)
    const asked = pageOf(path, (meant) => preferredLocale(http, meant))
    const { code } = asked.locale
    const page = await findPage(code, asked.page)
    const isNamed = isInLocale(path)
    if (isNamed && page !== undefined && ![`/${code}/${page}`, `/${code}`].includes(pathname)) {
      // The next release may have another spelling.
      http.header('Cache-Control', 'no-cache')
      return http.redirect(`/${code}/${page}${search}`, 308)
    }
    // The app shows the message itself, in the texts of the locale.
    if (page === undefined) http.status(404)
    // All other pages are personal, or show a person's certificate.
    if (!searchable.has(page)) http.header('X-Robots-Tag', 'noindex')
    for (const path of [...filesOf(code, page), 'index.html']) {
      const file = await find(path)
      if (file) return send(http, file)
    }
    return notFound(http)
  }

  return (http) => {
    http.set('route', 'site')
    const { method, url } = http.req
    const { pathname } = new URL(url)
    // A browser without its service worker sends shared files here, and would show a refusal, not the app.
    if (method === 'POST' && pathname === shareTargetPath) return http.redirect(lostSharePath, 303)
    if (method !== 'GET' && !isHead(http)) {
      http.header('Allow', 'GET, HEAD')
      return http.text('Method not allowed', 405)
    }
    if (isRepairPage(pathname)) return sendFile(http, 'recover.html')
    return isPage(singleSlashes(pathname)) ? sendPage(http) : sendFile(http, staticPath(pathname))
  }
}
