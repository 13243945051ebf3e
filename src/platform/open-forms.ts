import { createStore, type Store } from '../lib/create-store.ts'

/**
 * Whether the person is filling in a form, which must prevent a reload. A form counts from the first input
 * until it leaves the page, whichever screen it belongs to. A submitted form still counts until its screen is
 * left, because a refusal leaves its content in place.
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
