import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as v from 'valibot'
import { openJsonFile } from '../shared/json-file.ts'
import { requestUrl } from '../shared/request-url.ts'
import {
  htmlResponse,
  jsonResponse,
  sendResponse,
  textResponse,
  type SentResponse,
} from '../shared/send-response.ts'
import { message, type DeliverEmail } from './message.ts'
import { messageList, mailboxPage } from './mailbox-page.ts'

type Options = { directory: string; now: () => number }

/** Enough for any day of work; older messages make room. */
const maxMessages = 500

/** Nothing but the page's own files: the text of a message can never become script. */
const contentSecurityPolicy =
  "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'"

/**
 * Stores every e-mail that the sandbox sends and shows it: `GET /` for people (`?to=` filters), `GET /api/messages?to=` as
 * JSON for tests, newest first.
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

  /** The beginning of an address is enough, so that people can type `coach.br`. */
  const messagesTo = (address: string) =>
    file.content.messages.filter(({ to }) => to.startsWith(address.trim().toLowerCase()))

  const respond = async ({ pathname, searchParams }: URL): Promise<SentResponse> => {
    const to = searchParams.get('to') ?? ''
    if (pathname === '/') return htmlResponse(mailboxPage(messagesTo(to), to))
    if (pathname === '/list') return htmlResponse(messageList(messagesTo(to), to))
    if (pathname === '/api/messages') return jsonResponse({ messages: messagesTo(to) })
    if (pathname === '/mailbox.css') return asset('mailbox.css', 'text/css')
    if (pathname === '/mailbox.js') return asset('mailbox.js', 'text/javascript')
    return textResponse(404, 'There is nothing here. The mailbox is at /.')
  }

  const handler = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Content-Security-Policy', contentSecurityPolicy)
    sendResponse(response, respond(requestUrl(request)))
  }

  return { deliver, handler }
}

const asset = async (name: string, type: string): Promise<SentResponse> => ({
  status: 200,
  type,
  body: await readFile(new URL(name, import.meta.url), 'utf8'),
})

export type Mailbox = Awaited<ReturnType<typeof createMailbox>>
