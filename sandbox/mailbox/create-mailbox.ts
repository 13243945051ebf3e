import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import { openJsonFile } from '../shared/json-file.ts'
import { requestUrl } from '../shared/request-url.ts'
import { message } from './message.ts'
import type { Message } from './message.ts'
import { messageList, mailboxPage } from './mailbox-page.ts'

type Options = { directory: string; now: () => number }
type Answer = { status: number; type: string; body: string }

/** Enough for any day of work; older messages make room. */
const keptMessages = 500

const html = 'text/html; charset=utf-8'
/** Nothing but the page's own files: the text of a message can never become script. */
const contentSecurityPolicy =
  "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'"

/**
 * Keeps every e-mail that the sandbox sends and shows it: `GET /` for people (`?to=` filters), `GET /api/messages?to=` as
 * JSON for tests, newest first.
 */
export const createMailbox = async ({ directory, now }: Options) => {
  const file = await openJsonFile(
    join(directory, 'messages.json'),
    v.object({ messages: v.array(message) }),
    () => ({ messages: [] }),
  )

  const deliver = (email: Omit<Message, 'id' | 'sentAt'>): Promise<void> =>
    file.change(({ messages }) => ({
      messages: [{ ...email, id: randomUUID(), sentAt: now() }, ...messages].slice(0, keptMessages),
    }))

  /** The beginning of an address is enough, so that people can type `coach.br`. */
  const messagesTo = (address: string) =>
    file.content.messages.filter(({ to }) => to.startsWith(address.trim().toLowerCase()))

  const answer = async (url: URL): Promise<Answer> => {
    const to = url.searchParams.get('to') ?? ''
    if (url.pathname === '/') return { status: 200, type: html, body: mailboxPage(messagesTo(to), to) }
    if (url.pathname === '/list') return { status: 200, type: html, body: messageList(messagesTo(to), to) }
    if (url.pathname === '/api/messages') {
      return { status: 200, type: 'application/json', body: JSON.stringify({ messages: messagesTo(to) }) }
    }
    if (url.pathname === '/mailbox.css')
      return { status: 200, type: 'text/css', body: await asset('mailbox.css') }
    if (url.pathname === '/mailbox.js') {
      return { status: 200, type: 'text/javascript', body: await asset('mailbox.js') }
    }
    return {
      status: 404,
      type: 'text/plain; charset=utf-8',
      body: 'There is nothing here. The mailbox is at /.',
    }
  }

  const handler = (request: IncomingMessage, response: ServerResponse) => {
    answer(requestUrl(request))
      .then(({ status, type, body }) =>
        response
          .writeHead(status, {
            'Content-Type': type,
            'Content-Security-Policy': contentSecurityPolicy,
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
          })
          .end(body),
      )
      .catch(() => response.destroy())
  }

  return { deliver, handler }
}

const asset = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

export type Mailbox = Awaited<ReturnType<typeof createMailbox>>
