import type { Message } from './message.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** The whole page. `mailbox.js` refreshes its list; without script, reload the page. */
export const mailboxPage = (messages: readonly Message[], to: string): string => `<!doctype html>
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
export const messageList = (messages: readonly Message[], to: string): string => {
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
