import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import * as v from 'valibot'
import { createHttpApp, listenerOf, type Http } from '../shared/http-app.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { message, type DeliverEmail } from './message.ts'
import { messageList, mailboxPage } from './mailbox-page.ts'

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
