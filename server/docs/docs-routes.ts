import { Hono } from 'hono'
import { raw } from 'hono/html'
import type { AppEnv } from '../http/app-env.ts'
import { docsPage } from './docs-page.ts'
import { openApi } from './openapi.ts'

/** The API document as JSON and as a page. Each is generated at its first request. */
export const docsRoutes = (version: string) => {
  let document: object | undefined
  let page: string | undefined
  return new Hono<AppEnv>()
    .get('/api/openapi.json', (http) => {
      http.set('route', '/api/openapi.json')
      return http.json((document ??= openApi(version)))
    })
    .get('/api/docs', async (http) => {
      http.set('route', '/api/docs')
      page ??= String(await docsPage())
      return http.html(raw(page))
    })
}
