import { createStore, type Store } from '../lib/create-store.ts'

/**
 * Whether the person is filling in a form: nothing may reload the page then. A form counts when something was typed
 * into it and it is still on the page, whichever screen it belongs to. One that was sent counts until its screen is
 * left, because a refusal leaves it as it was.
 */
export const watchOpenForms = (page: Document): Pick<Store<boolean>, 'get' | 'subscribe'> => {
  const forms = new Set<Element>()
  const isOpen = createStore(false)
  const observer = new MutationObserver(() => {
    for (const form of forms) if (!form.isConnected) forms.delete(form)
    if (forms.size > 0) return
    observer.disconnect()
    isOpen.set(false)
  })
  page.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : undefined
    if (!form || forms.has(form)) return
    forms.add(form)
    if (forms.size > 1) return
    observer.observe(page, { childList: true, subtree: true })
    isOpen.set(true)
  })
  return isOpen
}
