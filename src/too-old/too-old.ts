import { builtInMessages } from 'virtual:too-old-messages'
import { seal } from '../outbox/rescue/rescue-cipher.ts'
import type { RescueContent } from '../outbox/rescue/rescue-content.ts'
import { saveFile } from '../platform/save-file.ts'
import { createStaticPage } from '../recover/static-page.ts'
import type { TooOldMessageId } from './message-ids.ts'
import { signedInCustomer, statementFor, hasUploads, unsentRows, type UnsentRow } from './stored-work.ts'

/** The same length as on the app's own screen. */
const minPassphraseLength = 12

const { locale, text, add } = createStaticPage<TooOldMessageId>(
  builtInMessages,
  location.pathname.split('/')[1],
)

/** The unsent work of one coach. Anyone who knows the passphrase can read the file. */
type Waiting = { customer: string; rows: UnsentRow[] }

const saveRescueFile = async ({ customer, rows }: Waiting, passphrase: string): Promise<void> => {
  const statement = await statementFor(customer, indexedDB)
  const content: RescueContent = {
    customer,
    device: statement?.device ?? rows[0]?.device ?? '',
    ...(statement && { statement }),
    madeAt: Date.now(),
    entries: [],
    unreadable: rows,
  }
  const sealed = await seal(JSON.stringify(content), passphrase)
  const now = new Date()
  // The day here, not the day of UTC.
  const day = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  saveFile(`breaking-barriers-${day}.rescue`, new Blob([sealed], { type: 'application/json' }))
}

/** A field for the passphrase or its repetition: a file with a mistyped passphrase cannot be opened. */
const addPassphrase = (form: Element, id: TooOldMessageId): HTMLInputElement => {
  const input = document.createElement('input')
  input.type = 'password'
  input.autocomplete = 'new-password'
  // Large enough for a fingertip: the styles of the app's own controls are not loaded.
  input.style.minHeight = 'var(--touch)'
  add('label', id, form).append(input)
  return input
}

/** The error in the passphrase, and its field. */
const faultOf = (input: HTMLInputElement, again: HTMLInputElement) => {
  if (input.value.length < minPassphraseLength) return { field: input, message: 'rescue.tooShort' } as const
  if (input.value !== again.value) return { field: again, message: 'rescue.different' } as const
  return undefined
}

const addRescue = (page: Element, waiting: Waiting): void => {
  add('p', 'tooOld.waiting', page).append(` ${waiting.rows.length}`)
  add('p', 'tooOld.rescue', page)
  const form = document.createElement('form')
  const input = addPassphrase(form, 'rescue.passphrase')
  const hint = add('p', 'rescue.passphraseHint', form)
  hint.id = 'passphrase-hint'
  input.setAttribute('aria-describedby', hint.id)
  const again = addPassphrase(form, 'rescue.again')
  add('button', 'rescue.save', form).style.minHeight = 'var(--touch)'
  const outcome = document.createElement('p')
  // Added before its text: a screen reader announces only changes inside the element.
  outcome.setAttribute('role', 'status')
  form.append(outcome)
  page.append(form)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const fault = faultOf(input, again)
    if (fault) {
      outcome.textContent = text(fault.message)
      fault.field.focus()
      return
    }
    saveRescueFile(waiting, input.value).then(
      () => {
        outcome.textContent = text('tooOld.saved')
      },
      () => {
        outcome.textContent = text('rescue.failed')
      },
    )
  })
}

const show = async (page: Element): Promise<void> => {
  document.documentElement.lang = locale
  document.title = `${text('tooOld.title')} · ${text('site.title')}`
  add('h1', 'tooOld.title', page)
  add('p', 'tooOld.intro', page)
  try {
    const rows = await unsentRows(indexedDB)
    if (rows.length > 0 || (await hasUploads(indexedDB))) add('p', 'tooOld.keeps', page)
    // Only the work of the signed-in coach: work of others stays on this phone until they can send it
    // themselves.
    const customer = await signedInCustomer(indexedDB)
    const mine = rows.filter((row) => row.customer === customer)
    if (customer !== undefined && mine.length > 0) addRescue(page, { customer, rows: mine })
  } catch {
    // There may be unsent work nonetheless.
    add('p', 'sync.storageFailed', page)
  }
}

const page = document.querySelector('main')
if (page) {
  // The styles of the app's own pages are not loaded.
  Object.assign(page.style, {
    display: 'grid',
    gap: 'var(--space-4)',
    maxWidth: 'var(--measure)',
    margin: '0 auto',
    padding: 'var(--space-7) var(--space-4)',
  })
  void show(page)
}
