import { html } from 'hono/html'
import type { Message } from './message.ts'

/** `to` is the beginning of the email addresses that the page shows; '' shows every message. */
type MailboxPage = { to: string; messages: readonly Message[] }

const codeRow = (code: string, id: string) =>
  html`<p class="row">
    <output class="code">${code}</output
    ><button type="button" data-copy="${code}" aria-describedby="to-${id}">Copy code</button>
  </p>`

const messageItem = ({ id, to, subject, text, language, code, sentAt }: Message) => {
  const sentTime = new Date(sentAt).toISOString()
  return html`<li>
    <article aria-labelledby="subject-${id}">
      <h2 id="subject-${id}" lang="${language}">${subject}</h2>
      <p class="meta" id="to-${id}">
        to <b>${to}</b> · <time datetime="${sentTime}">${sentTime.slice(0, 16).replace('T', ' ')} UTC</time>
      </p>
      ${code === undefined ? '' : codeRow(code, id)}
      <p class="text" lang="${language}">${text}</p>
    </article>
  </li>`
}

/** Renders the list of messages inside the page, newest first. */
export const messageList = ({ to, messages }: MailboxPage) => {
  if (messages.length > 0)
    return html`<ol>
      ${messages.map(messageItem)}
    </ol>`
  return html`<p class="empty">
    ${to === '' ? 'No mail yet.' : `No mail to “${to}” yet.`} This page looks for new mail by itself.
  </p>`
}

/** Renders the whole page. `mailbox.js` refreshes its list. Without JavaScript, people reload the page. */
export const mailboxPage = ({ to, messages }: MailboxPage) =>
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
          <p>Every e-mail of the sandbox arrives here. Nothing leaves this machine.</p>
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
          ${messageList({ to, messages })}
        </main>
        <p id="status" role="status"></p>
      </body>
    </html> `
