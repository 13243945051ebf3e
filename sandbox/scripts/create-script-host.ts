import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { findLocale } from '../../src/config/locales.ts'
import { createHttpApp, createListener } from '../shared/http-app.ts'
import { allowTestsOnly } from '../shared/is-test-request.ts'

/** Enough entries for a day of work. The oldest are deleted first. */
const maxEntries = 2000

const serveScript = (name: string) => serveStatic({ path: join(import.meta.dirname, name) })

/**
 * Serves analytics tags (`/tag/{locale}.js`) and consent banners (`/consent/{locale}.js`). A tag sends
 * entries to `POST /collect`. `GET /_stored` shows them to tests on this machine.
 */
export const createScriptHost = () => {
  const entries: unknown[] = []
  const app = createHttpApp()

  app.post('/collect', async (http) => {
    try {
      entries.push(await http.req.json())
    } catch {
      return http.text('The body is not JSON.', 400)
    }
    entries.splice(0, entries.length - maxEntries)
    return http.body(null, 204)
  })
  app.get('/_stored', allowTestsOnly, (http) => http.json(entries))
  app.get('/:kind{tag|consent}/:file{.+\\.js}', async (http, next) => {
    const { kind, file } = http.req.param()
    const locale = findLocale(file.slice(0, -'.js'.length))
    if (kind === 'tag') return locale ? serveScript('tag.js')(http, next) : next()
    return locale?.consentBanner ? serveScript('consent-banner.js')(http, next) : next()
  })
  return createListener(app)
}
