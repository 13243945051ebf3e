import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { html } from 'hono/html'
import * as v from 'valibot'
import { createHttpApp, type HttpContext, createListener } from '../shared/http-app.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { type DeliverEmail, type Message, messageSchema } from './message.ts'

type Options = { directory: string; now: () => number }

/** Enough messages for a day of work. The oldest are deleted first. */
const maxMessages = 500

/** Allows only the page's own files, so that the text of a message cannot run as a script. */
const contentSecurityPolicy =
  "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'"

/** `to` is the beginning of the email addresses that the page shows; '' shows every message. */
type MailboxPage = { to: string; messages: readonly Message[] }

const renderCodeRow = (code: string, id: string) =>
  html`<p class="row">
    <output class="code">${code}</output
    ><button type="button" data-copy="${code}" aria-describedby="to-${id}">Copy code</button>
  </p>`

const renderMessageItem = ({ id, to, subject, text, language, code, sentAt }: Message) => {
  const sentTime = new Date(sentAt).toISOString()
  return html`<li>
    <article aria-labelledby="subject-${id}">
      <h2 id="subject-${id}" lang="${language}">${subject}</h2>
      <p class="meta" id="to-${id}">
        to <b>${to}</b> · <time datetime="${sentTime}">${sentTime.slice(0, 16).replace('T', ' ')} UTC</time>
      </p>
      ${code === undefined ? '' : renderCodeRow(code, id)}
      <p class="text" lang="${language}">${text}</p>
    </article>
  </li>`
}

/** Renders the list of messages inside the page, newest first. */
const renderMessageList = ({ to, messages }: MailboxPage) => {
  if (messages.length > 0)
    return html`<ol>
      ${messages.map(renderMessageItem)}
    </ol>`
  return html`<p class="empty">
    ${to === '' ? 'No mail yet.' : `No mail to “${to}” yet.`} This page looks for new mail by itself.
  </p>`
}

/** Renders the whole page, whose list `mailbox.js` refreshes. Without JavaScript, users reload the page. */
const renderMailboxPage = ({ to, messages }: MailboxPage) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mailbox · Breaking Barriers sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/mailbox.css" />
        <script type="module" src="/mailbox.js"></script>
      </head>
      <body>
        <header>
          <h1>Mailbox</h1>
          <p>Every e-mail and text message of the sandbox arrives here. Nothing leaves this machine.</p>
          <form method="get" role="search">
            <label for="to">Show only mail to</label>
            <div class="row">
              <input
                id="to"
                name="to"
                type="search"
                inputmode="email"
                autocomplete="off"
                autocapitalize="none"
                value="${to}"
                placeholder="coach@example.com"
              /><button>Show</button>
            </div>
          </form>
        </header>
        <main id="messages" data-list="/list?to=${encodeURIComponent(to)}">
          ${renderMessageList({ to, messages })}
        </main>
        <p id="status" role="status"></p>
      </body>
    </html> `

/**
 * Stores every email that the sandbox sends and shows it. `GET /` is a page (`?to=` filters); `GET
 * /api/messages?to=` is JSON for tests, newest first.
 */
export const createMailbox = async ({ directory, now }: Options) => {
  const file = await openJsonFile(
    join(directory, 'messages.json'),
    v.object({ messages: v.array(messageSchema) }),
    () => ({ messages: [] }),
  )

  const deliverEmail: DeliverEmail = (email) =>
    file.change(({ messages }) => ({
      messages: [{ ...email, id: randomUUID(), sentAt: now() }, ...messages].slice(0, maxMessages),
    }))

  /** Selects the messages for `?to=`, which may be the beginning of an address, such as `coach.br`. */
  const selectMessages = (context: HttpContext) => {
    const to = context.req.query('to') ?? ''
    const prefix = to.trim().toLowerCase()
    return { to, messages: file.content.messages.filter((message) => message.to.startsWith(prefix)) }
  }

  const app = createHttpApp()
  app.use(async (context, next) => {
    context.header('Content-Security-Policy', contentSecurityPolicy)
    await next()
  })
  app.get('/', (context) => context.html(renderMailboxPage(selectMessages(context))))
  app.get('/list', (context) => context.html(renderMessageList(selectMessages(context))))
  app.get('/api/messages', (context) => context.json({ messages: selectMessages(context).messages }))
  for (const name of ['mailbox.css', 'mailbox.js']) {
    app.get(`/${name}`, serveStatic({ path: join(import.meta.dirname, name) }))
  }
  app.notFound((context) => context.text('There is nothing here. The mailbox is at /.', 404))

  return { deliverEmail, handler: createListener(app) }
}

export type Mailbox = Awaited<ReturnType<typeof createMailbox>>
