import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import * as v from 'valibot'
import { createHttpApp, type HttpContext, createListener } from '../shared/http-app.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { mailboxPage, messageList } from './mailbox-page.ts'
import { type DeliverEmail, messageSchema } from './message.ts'

type Options = { directory: string; now: () => number }

/** Enough messages for a day of work. The oldest are deleted first. */
const maxMessages = 500

/** Allows only the page's own files, so that the text of a message cannot run as a script. */
const contentSecurityPolicy =
  "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'"

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
  const selectMessages = (http: HttpContext) => {
    const to = http.req.query('to') ?? ''
    const prefix = to.trim().toLowerCase()
    return { to, messages: file.content.messages.filter((message) => message.to.startsWith(prefix)) }
  }

  const app = createHttpApp()
  app.use(async (http, next) => {
    http.header('Content-Security-Policy', contentSecurityPolicy)
    await next()
  })
  app.get('/', (http) => http.html(mailboxPage(selectMessages(http))))
  app.get('/list', (http) => http.html(messageList(selectMessages(http))))
  app.get('/api/messages', (http) => http.json({ messages: selectMessages(http).messages }))
  for (const name of ['mailbox.css', 'mailbox.js']) {
    app.get(`/${name}`, serveStatic({ path: join(import.meta.dirname, name) }))
  }
  app.notFound((http) => http.text('There is nothing here. The mailbox is at /.', 404))

  return { deliverEmail, handler: createListener(app) }
}

export type Mailbox = Awaited<ReturnType<typeof createMailbox>>
