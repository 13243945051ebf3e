// The script of the page `/recover`. It repairs an app that does not start because its cached files are
// damaged. It shares no script with the app.

import { builtInMessages } from 'virtual:recover-messages'
import type { RecoverMessageId } from './message-ids.ts'
import { repair, isServerReachable } from './repair.ts'
import { createStaticPage } from './static-page.ts'
import '../ui/styles/tokens.css'
import './recover.css'

const { locale, text, add } = createStaticPage<RecoverMessageId>(builtInMessages)

const show = (header: Element, page: Element): void => {
  document.documentElement.lang = locale
  add('span', 'site.title', header)
  document.title = `${text('recover.title')} · ${text('site.title')}`
  add('h1', 'recover.title', page)
  add('p', 'recover.intro', page)
  add('p', 'recover.removes', page).className = 'card'
  add('p', 'recover.keeps', page).className = 'card kept'
  const button = add('button', 'recover.start', page)
  button.type = 'button'
  const status = document.createElement('div')
  // Added before its text, because a screen reader announces only changes inside the element.
  status.setAttribute('role', 'status')
  page.append(status)

  const start = async (): Promise<void> => {
    // Not `disabled`, because the button would lose the focus.
    button.setAttribute('aria-disabled', 'true')
    status.replaceChildren()
    add('p', 'recover.working', status)
    const result = await repair({
      caches,
      workers: navigator.serviceWorker,
      fetch: (url, init) => fetch(url, init),
      isServerReachable: () =>
        isServerReachable({ fetch: (url, init) => fetch(url, init), nonce: crypto.randomUUID() }),
    })
    status.replaceChildren()
    // `recover.done`, `recover.offline` or `recover.failed`.
    add('p', `recover.${result}`, status)
    button.removeAttribute('aria-disabled')
    if (result !== 'done') return
    button.hidden = true
    add('a', 'recover.open', status).href = '/'
  }
  button.addEventListener('click', () => {
    if (!button.hasAttribute('aria-disabled')) void start()
  })
}

const header = document.querySelector('header')
const page = document.querySelector('main')
if (header && page) show(header, page)
