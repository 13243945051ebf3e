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

  app.post('/collect', async (context) => {
    try {
      entries.push(await context.req.json())
    } catch {
      return context.text('The body is not JSON.', 400)
    }
    // A negative number deletes nothing.
    entries.splice(0, entries.length - maxEntries)
    return context.body(null, 204)
  })
  app.get('/_stored', allowTestsOnly, (context) => context.json(entries))
  app.get('/:kind{tag|consent}/:file{.+\\.js}', async (context, next) => {
    const { kind, file } = context.req.param()
    const locale = findLocale(file.slice(0, -'.js'.length))
    if (kind === 'tag') return locale ? serveScript('tag.js')(context, next) : next()
    return locale?.consentBanner ? serveScript('consent-banner.js')(context, next) : next()
  })
  return createListener(app)
}
