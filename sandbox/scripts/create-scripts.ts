import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { localeFrom } from '../../src/config/locales.ts'
import { readBody } from '../shared/read-body.ts'
import { isTestRequest } from '../shared/is-test-request.ts'
import { requestUrl } from '../shared/request-url.ts'
import { jsonResponse, sendResponse, textResponse, type SentResponse } from '../shared/send-response.ts'

/** Enough for any day of work; older entries make room. */
const maxEntries = 2000

/**
 * The host of analytics tags (`/tag/{locale}.js`) and consent banners (`/consent/{locale}.js`). What a tag collects is
 * shown by `GET /_stored`, from this machine only.
 */
export const createScripts = () => {
  const collected: unknown[] = []

  const collect = async (request: IncomingMessage): Promise<SentResponse> => {
    try {
      collected.push(JSON.parse((await readBody(request)) ?? ''))
      collected.splice(0, collected.length - maxEntries)
      return textResponse(204, '')
    } catch {
      return textResponse(400, 'The body is not JSON.')
    }
  }

  const respond = async (request: IncomingMessage): Promise<SentResponse> => {
    const { pathname } = requestUrl(request)
    const target = `${request.method} ${pathname}`
    if (target === 'POST /collect') return collect(request)
    if (target === 'GET /_stored') {
      if (!isTestRequest(request)) return textResponse(403, 'Not from here.')
      return jsonResponse(collected)
    }
    const [, kind = '', code] = /^GET \/(tag|consent)\/([\w-]+)\.js$/.exec(target) ?? []
    const locale = localeFrom(code)
    const exists = kind === 'tag' ? locale !== undefined : locale?.consentBanner === true
    if (!exists) return textResponse(404, 'There is no such script.')
    return { status: 200, type: 'text/javascript; charset=utf-8', body: await script(kind) }
  }

  return (request: IncomingMessage, response: ServerResponse) => sendResponse(response, respond(request))
}

const script = (kind: string) =>
  readFile(new URL(kind === 'tag' ? 'tag.js' : 'consent-banner.js', import.meta.url), 'utf8')
