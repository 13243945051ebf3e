/**
 * A prerendered form whose app could not be loaded. It keeps what was typed until the app can load. This file
 * is part of the script `src/app-loader.ts`, which runs before the app, so it must stay small.
 */

/** The event on `window` with which the app reports that it cannot load the page. */
export const appMissingEvent = 'app-missing'

/** The key in `sessionStorage` of what was typed before the page was reloaded. Removed when it is read. */
const typedKey = 'typed-before-reload'

/** How long a server may take to show that there is a connection, in ms. */
const checkTimeoutMs = 10_000

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Lists the fields that may be stored: all except passwords. */
const listFields = (): Field[] =>
  [
    ...document.querySelectorAll<Field>(
      '[data-prerendered] form :is(input[name], textarea[name], select[name])',
    ),
  ].filter(({ type }) => type !== 'password')

const isToggle = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio'

/** Radio buttons of a group have the same name, so their key includes the value. */
const toKey = (field: Field): string => (isToggle(field) ? `${field.name}=${field.value}` : field.name)

const storeTyped = (): void => {
  const typed = listFields().map((field) => [toKey(field), isToggle(field) ? field.checked : field.value])
  try {
    sessionStorage.setItem(typedKey, JSON.stringify(Object.fromEntries(typed)))
  } catch {
    // Without storage, the visitor types again.
  }
}

/** Restores what was typed before `keepFormWithoutApp` reloaded the page. Returns whether there was anything. */
export const restoreTyped = (): boolean => {
  try {
    const stored = sessionStorage.getItem(typedKey)
    if (stored === null) return false
    sessionStorage.removeItem(typedKey)
    const typed: Record<string, unknown> = JSON.parse(stored)
    for (const field of listFields()) {
      const value = typed[toKey(field)]
      if (isToggle(field) && typeof value === 'boolean') field.checked = value
      if (!isToggle(field) && typeof value === 'string') field.value = value
    }
    return true
  } catch {
    return false
  }
}

/** Frees the buttons that wait for the app (`src/config/record-early-clicks.ts`). */
const releaseButtons = (): void => {
  for (const button of document.querySelectorAll('[data-pressed]')) {
    button.removeAttribute('data-pressed')
    button.removeAttribute('aria-busy')
  }
}

const isOnline = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(checkTimeoutMs)
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

const setNoticeHidden = (hidden: boolean): void => {
  for (const notice of document.querySelectorAll<HTMLElement>('[data-offline-form]')) notice.hidden = hidden
}

/**
 * Frees the buttons, and loads the page again at the next press of one, because a browser does not request a
 * failed script twice for the same page. Without a connection, the page and what was typed stay, and a notice
 * says why the form cannot be sent.
 */
export const keepFormWithoutApp = async (): Promise<void> => {
  const onClick = async ({ target }: MouseEvent) => {
    if (!(target instanceof Element && target.closest('button'))) return
    if (await isOnline()) {
      storeTyped()
      location.reload()
    } else {
      setNoticeHidden(false)
      releaseButtons()
    }
  }
  window.addEventListener('click', (event) => void onClick(event), { capture: true })
  window.addEventListener('online', () => setNoticeHidden(true))
  setNoticeHidden(await isOnline())
  releaseButtons()
}
