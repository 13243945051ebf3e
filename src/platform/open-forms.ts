import { createStore, type Store } from '../lib/create-store.ts'

export type OpenForms = Pick<Store<boolean>, 'get' | 'subscribe'>

/**
 * Watches whether the user is filling in a form, which must not be reloaded or replaced. A form is open from
 * its first input until it is removed from the page. A submitted form stays open until then, because its
 * content is still needed if the server refuses it.
 */
export const watchOpenForms = (page: Document): OpenForms => {
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
