import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { GenericSchema } from 'valibot'
import { apiErrors } from '../../src/contract/errors.ts'
import { callNames, productApi, type CallName } from '../../src/contract/product-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { explanations } from '../http/api-error.ts'
import type { AppEnv } from '../http/app-env.ts'
import { callSummaries } from './call-summaries.ts'
import { listCallErrors } from './call-errors.ts'
import { createFieldRows } from './field-rows.ts'
import { createJsonSchema } from './json-schema.ts'
import { createOpenApi } from './openapi.ts'

/** Colours with a contrast of at least 7:1, light and dark. */
const docsStyle = `
:root { color-scheme: light dark; --text: light-dark(#1b1b1f, #eeeef2); --ground: light-dark(#fff, #131318);
  --soft: light-dark(#f2f2f7, #23232b); --link: light-dark(#00409a, #a8c8ff); }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
nav ul { columns: 16rem; padding-inline-start: 1.25rem; }
section { border-block-start: 1px solid currentColor; padding-block: 1rem; }
h2 { font-size: 1.25rem; overflow-wrap: anywhere; }
.method { background: var(--soft); border-radius: .25rem; padding: .1rem .4rem; font-size: .85em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; }
summary { cursor: pointer; padding-block: .35rem; }
table { border-collapse: collapse; inline-size: 100%; margin-block: .75rem; }
caption { font-weight: 600; text-align: start; }
th, td { text-align: start; vertical-align: top; padding: .25rem .5rem; overflow-wrap: anywhere; }
thead th { border-block-end: 1px solid currentColor; } tbody th { font-weight: 400; inline-size: 40%; }
tbody tr:nth-child(odd) { background: var(--soft); }
`

const accessTexts = {
  anyone: 'Anyone',
  customer: 'A signed-in customer, about themselves',
  'unproved-admin': 'Admins, before they have proved a second factor',
  viewer: 'Viewers, supporters and managers who have proved a second factor',
  supporter: 'Supporters and managers who have proved a second factor',
  manager: 'Managers who have proved a second factor',
} as const

/** Renders the fields of a query or a body (`input`), or of a response (`output`). */
const renderFieldTable = (title: string, schema: GenericSchema, typeMode: 'input' | 'output') => {
  const rows = createFieldRows(createJsonSchema(schema, typeMode))
  if (rows.length === 0) return html`<p><strong>${title}</strong>: <code>{}</code></p>`
  return html`
    <table>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ field, type, required }) =>
            html`<tr>
              <th scope="row"><code>${field}</code></th>
              <td>${type}${required ? '' : ', optional'}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  `
}

const renderErrorTable = (name: CallName) => html`
  <details>
    <summary>Errors</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${listCallErrors(name).map(
          (code) =>
            html`<tr>
              <td>${apiErrors[code].status}</td>
              <td><code>${code}</code></td>
              <td>${explanations[code]}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>
`

const renderCall = (name: CallName) => {
  const { method, path, access, delivery, body, response } = productApi[name]
  const hasFields = body.type !== 'undefined'
  const isCsv = response.type === 'string'
  return html`
    <section id="${name}" aria-labelledby="${name}-title">
      <h2 id="${name}-title"><span class="method">${method}</span> <code>${path}</code></h2>
      <p>${callSummaries[name]}</p>
      <dl>
        <dt>Who may call</dt>
        <dd>${accessTexts[access]}</dd>
        <dt>Delivery</dt>
        <dd>
          ${
            delivery === 'outbox'
              ? `Exactly once: needs ${headers.idempotencyKey}; a replay gets the stored response.`
              : 'Direct'
          }
        </dd>
      </dl>
      ${hasFields ? renderFieldTable(method === 'GET' ? 'Query' : 'Body', body, 'input') : ''}
      ${
        isCsv
          ? html`<p><strong>Response</strong>: <code>text/csv</code></p>`
          : renderFieldTable('Response', response, 'output')
      }
      ${renderErrorTable(name)}
    </section>
  `
}

/** Renders the API document as one page without scripts. It is readable without its style sheet. */
const renderPage = () =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Product API · Breaking Barriers</title>
        <style>
          ${docsStyle}
        </style>
      </head>
      <body>
        <header>
          <h1>Breaking Barriers product API</h1>
          <p>
            JSON over HTTP. Every POST repeats the <code>XSRF-TOKEN</code> cookie in
            <code>${headers.csrf}</code>; sessions are HttpOnly cookies. Errors have one shape:
            <code>{ error: { code, message, request_id, path?, retry_after? } }</code>. For machines:
            <a href="/api/openapi.json">openapi.json</a>.
          </p>
        </header>
        <nav aria-label="Calls">
          <ul>
            ${callNames.map((name) => html`<li><a href="#${name}">${productApi[name].path}</a></li>`)}
          </ul>
        </nav>
        <main>${callNames.map(renderCall)}</main>
      </body>
    </html>`

/** Serves the API document as JSON and as a page. Each is generated at its first request. */
export const createDocsRoutes = (version: string) => {
  let document: object | undefined
  let page: string | undefined
  return new Hono<AppEnv>()
    .get('/api/openapi.json', (http) => {
      http.set('route', '/api/openapi.json')
      return http.json((document ??= createOpenApi(version)))
    })
    .get('/api/docs', async (http) => {
      http.set('route', '/api/docs')
      page ??= String(await renderPage())
      // `raw`, because `renderPage` has already escaped the texts.
      return http.html(raw(page))
    })
}
