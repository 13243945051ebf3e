import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import * as v from 'valibot'
import { createHttpApp, listenerOf, type Http } from '../shared/http-app.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { message, type DeliverEmail, type Message } from './message.ts'

type Options = { directory: string; now: () => number }

/** Limit of stored messages, enough for a day of work. The oldest are deleted first. */
const maxMessages = 500

/** Allows only the page's own files, so that the text of a message cannot become script. */
const contentSecurityPolicy =
  "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'"

/**
 * Stores every email that the sandbox sends and shows it. `GET /` is a page (`?to=` filters); `GET
 * /api/messages?to=` is JSON for tests, newest first.
 */
export const createMailbox = async ({ directory, now }: Options) => {
  const file = await openJsonFile(
    join(directory, 'messages.json'),
    v.object({ messages: v.array(message) }),
    () => ({ messages: [] }),
  )

  const deliver: DeliverEmail = (email) =>
    file.change(({ messages }) => ({
      messages: [{ ...email, id: randomUUID(), sentAt: now() }, ...messages].slice(0, maxMessages),
    }))

  const addressee = (http: Http) => http.req.query('to') ?? ''
  /** Matches the beginning of an address, so that `coach.br` is enough. */
  const messagesTo = (address: string) =>
    file.content.messages.filter(({ to }) => to.startsWith(address.trim().toLowerCase()))

  const app = createHttpApp()
  app.use(async (http, next) => {
    http.header('Content-Security-Policy', contentSecurityPolicy)
    await next()
  })
  app.get('/', (http) => http.html(mailboxPage(messagesTo(addressee(http)), addressee(http))))
  app.get('/list', (http) => http.html(messageList(messagesTo(addressee(http)), addressee(http))))
  app.get('/api/messages', (http) => http.json({ messages: messagesTo(addressee(http)) }))
  for (const name of ['mailbox.css', 'mailbox.js']) {
    app.get(`/${name}`, serveStatic({ path: join(import.meta.dirname, name) }))
  }
  app.notFound((http) => http.text('There is nothing here. The mailbox is at /.', 404))

  return { deliver, handler: listenerOf(app) }
}

export type Mailbox = Awaited<ReturnType<typeof createMailbox>>

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** The whole page. `mailbox.js` refreshes its list; without script, reload the page. */
const mailboxPage = (messages: readonly Message[], to: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · Breaking Barriers sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/mailbox.css">
<script type="module" src="/mailbox.js"></script>
</head>
<body>
<header>
<h1>Mailbox</h1>
<p>Every e-mail of the sandbox arrives here. Nothing leaves this machine.</p>
<form method="get" role="search">
<label for="to">Show only mail to</label>
<div class="row"><input id="to" name="to" type="search" inputmode="email" autocomplete="off" autocapitalize="none" value="${escaped(to)}" placeholder="coach@example.com"><button>Show</button></div>
</form>
</header>
<main id="messages" data-list="/list?to=${encodeURIComponent(to)}">${messageList(messages, to)}</main>
<p id="status" role="status"></p>
</body>
</html>
`

/** The list of messages inside the page, newest first. */
const messageList = (messages: readonly Message[], to: string): string => {
  if (messages.length > 0) return `<ol>${messages.map(listed).join('')}</ol>`
  return `<p class="empty">${to === '' ? 'No mail yet.' : `No mail to “${escaped(to)}” yet.`} This page looks for new mail by itself.</p>`
}

const listed = ({ id, to, subject, text, language, code, sentAt }: Message): string => {
  const sent = new Date(sentAt).toISOString()
  return `<li><article aria-labelledby="subject-${id}">
<h2 id="subject-${id}" lang="${escaped(language)}">${escaped(subject)}</h2>
<p class="meta" id="to-${id}">to <b>${escaped(to)}</b> · <time datetime="${sent}">${sent.slice(0, 16).replace('T', ' ')} UTC</time></p>
${code === undefined ? '' : codeRow(code, id)}
<p class="text" lang="${escaped(language)}">${escaped(text)}</p>
</article></li>`
}

const codeRow = (code: string, id: string) =>
  `<p class="row"><output class="code">${escaped(code)}</output><button type="button" data-copy="${escaped(code)}" aria-describedby="to-${id}">Copy code</button></p>`
