import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { localeFrom } from '../../src/config/locales.ts'
import { createHttpApp, listenerOf } from '../shared/http-app.ts'
import { testsOnly } from '../shared/is-test-request.ts'

/** Limit of entries, enough for a day of work. The oldest are deleted first. */
const maxEntries = 2000

const script = (name: string) => serveStatic({ path: join(import.meta.dirname, name) })

/**
 * The host of analytics tags (`/tag/{locale}.js`) and consent banners (`/consent/{locale}.js`). `GET
 * /_stored` shows what tags collected, to this machine only.
 */
export const createScripts = () => {
  const collected: unknown[] = []
  const app = createHttpApp()

  app.post('/collect', async (http) => {
    try {
      collected.push(await http.req.json())
    } catch {
      return http.text('The body is not JSON.', 400)
    }
    collected.splice(0, collected.length - maxEntries)
    return http.body(null, 204)
  })
  app.get('/_stored', testsOnly, (http) => http.json(collected))
  app.get('/:kind{tag|consent}/:file{.+\\.js}', async (http, next) => {
    const { kind, file } = http.req.param()
    const locale = localeFrom(file.slice(0, -'.js'.length))
    if (kind === 'tag') return locale ? script('tag.js')(http, next) : next()
    return locale?.consentBanner ? script('consent-banner.js')(http, next) : next()
  })
  return listenerOf(app)
}
