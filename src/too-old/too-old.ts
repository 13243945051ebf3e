/** The program of the page that replaces the app in a browser that is too old for the app. */

import { builtInMessages } from 'virtual:too-old-messages'
import { seal } from '../outbox/rescue/rescue-cipher.ts'
import type { RescueContent } from '../outbox/rescue/rescue-content.ts'
import { saveFile } from '../platform/save-file.ts'
import { createStaticPage } from '../recover/static-page.ts'
import type { TooOldMessageId } from './message-ids.ts'
import {
  hasUploads,
  readSignedInCustomer,
  readStatement,
  readUnsentRows,
  type UnsentRow,
} from './stored-work.ts'

/** The same as in the app (`features/rescue/rescue-form.tsx`). */
const minPassphraseLength = 12

// The first segment of the path is the locale of the page that was opened.
const { locale, text, add } = createStaticPage<TooOldMessageId>(
  builtInMessages,
  location.pathname.split('/')[1],
)

/** The unsent entries of one coach. */
type WaitingWork = { customer: string; rows: UnsentRow[] }

/** Returns the current day in the time zone of the device, which may not be the day of UTC: `2026-06-01`. */
const getLocalDay = (): string => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** Saves the work in a rescue file, which admins can import. Anyone who knows the passphrase can read it. */
const saveRescueFile = async ({ customer, rows }: WaitingWork, passphrase: string): Promise<void> => {
  // Signed by our server, so it proves to the admin that the rows come from this customer's device.
  const statement = await readStatement(customer, indexedDB)
  const content: RescueContent = {
    customer,
    device: statement?.device ?? rows[0]?.device ?? '',
    ...(statement && { statement }),
    madeAt: Date.now(),
    // This page cannot parse the rows. The import parses them.
    entries: [],
    unreadable: rows,
  }
  const encryptedText = await seal(JSON.stringify(content), passphrase)
  const day = getLocalDay()
  saveFile(`breaking-barriers-${day}.rescue`, new Blob([encryptedText], { type: 'application/json' }))
}

/**
 * Adds a field for the passphrase or its repetition. It is typed twice, because a file with a mistyped
 * passphrase cannot be opened.
 */
const addPassphrase = (form: Element, id: TooOldMessageId): HTMLInputElement => {
  const input = document.createElement('input')
  input.type = 'password'
  input.autocomplete = 'new-password'
  // Large enough for a fingertip, because the styles of the app's own controls are not loaded.
  input.style.minHeight = 'var(--touch)'
  add('label', id, form).append(input)
  return input
}

/**
 * Finds the field with a mistake in the passphrase, and the message about it, or undefined if there is none.
 */
const findMistake = (passphrase: HTMLInputElement, repetition: HTMLInputElement) => {
  if (passphrase.value.length < minPassphraseLength)
    return { field: passphrase, message: 'rescue.tooShort' } as const
  if (passphrase.value !== repetition.value)
    return { field: repetition, message: 'rescue.different' } as const
  return undefined
}

/** Adds the form that saves the work in a file. */
const addRescueForm = (page: Element, work: WaitingWork): void => {
  add('p', 'tooOld.waiting', page).append(` ${work.rows.length}`)
  add('p', 'tooOld.rescue', page)
  const form = document.createElement('form')
  const passphrase = addPassphrase(form, 'rescue.passphrase')
  const hint = add('p', 'rescue.passphraseHint', form)
  hint.id = 'passphrase-hint'
  passphrase.setAttribute('aria-describedby', hint.id)
  const repetition = addPassphrase(form, 'rescue.again')
  add('button', 'rescue.save', form).style.minHeight = 'var(--touch)'
  const status = document.createElement('p')
  // Added before its text, because a screen reader announces only changes inside the element.
  status.setAttribute('role', 'status')
  form.append(status)
  page.append(form)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const mistake = findMistake(passphrase, repetition)
    if (mistake) {
      status.textContent = text(mistake.message)
      mistake.field.focus()
      return
    }
    saveRescueFile(work, passphrase.value).then(
      () => {
        status.textContent = text('tooOld.saved')
      },
      () => {
        status.textContent = text('rescue.failed')
      },
    )
  })
}

/** Shows the page. Tells the coach whether unsent work is on this device, and offers to save it in a file. */
const show = async (page: Element): Promise<void> => {
  document.documentElement.lang = locale
  document.title = `${text('tooOld.title')} · ${text('site.title')}`
  add('h1', 'tooOld.title', page)
  add('p', 'tooOld.intro', page)
  try {
    const rows = await readUnsentRows(indexedDB)
    const hasUnsentWork = rows.length > 0 || (await hasUploads(indexedDB))
    if (hasUnsentWork) add('p', 'tooOld.keeps', page)
    // Only the work of the signed-in coach: work of others stays on this phone until they can send it
    // themselves.
    const customer = await readSignedInCustomer(indexedDB)
    const ownRows = rows.filter((row) => row.customer === customer)
    if (customer !== undefined && ownRows.length > 0) addRescueForm(page, { customer, rows: ownRows })
  } catch {
    // The storage cannot be read, but it may contain unsent work.
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
