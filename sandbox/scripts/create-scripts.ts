import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { localeFrom } from '../../src/config/locales.ts'
import { readBody } from '../shared/read-body.ts'
import { isTestRequest } from '../shared/is-test-request.ts'
import { requestUrl } from '../shared/request-url.ts'

type Answer = { status: number; type: string; body: string }

/** Enough for any day of work; older entries make room. */
const keptEntries = 2000

/**
 * The host of analytics tags (`/tag/{locale}.js`) and consent banners (`/consent/{locale}.js`). What a tag collects is
 * shown by `GET /_stored`, from this machine only.
 */
export const createScripts = () => {
  const collected: unknown[] = []

  const collect = async (request: IncomingMessage): Promise<Answer> => {
    try {
      collected.push(JSON.parse(await readBody(request)))
      collected.splice(0, collected.length - keptEntries)
      return text(204, '')
    } catch {
      return text(400, 'The body is not JSON.')
    }
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname } = requestUrl(request)
    const asked = `${request.method} ${pathname}`
    if (asked === 'POST /collect') return collect(request)
    if (asked === 'GET /_stored') {
      if (!isTestRequest(request)) return text(403, 'Not from here.')
      return { status: 200, type: 'application/json', body: JSON.stringify(collected) }
    }
    const [, kind = '', code] = /^GET \/(tag|consent)\/([\w-]+)\.js$/.exec(asked) ?? []
    const locale = localeFrom(code)
    const exists = kind === 'tag' ? locale !== undefined : locale?.consentBanner === true
    if (!exists) return text(404, 'There is no such script.')
    return { status: 200, type: 'text/javascript; charset=utf-8', body: await script(kind) }
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    answer(request)
      .then(({ status, type, body }) =>
        response
          .writeHead(status, {
            'Content-Type': type,
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
          })
          .end(body),
      )
      .catch(() => response.destroy())
  }
}

const text = (status: number, body: string): Answer => ({ status, type: 'text/plain; charset=utf-8', body })

const script = (kind: string) =>
  readFile(new URL(kind === 'tag' ? 'tag.js' : 'consent-banner.js', import.meta.url), 'utf8')
