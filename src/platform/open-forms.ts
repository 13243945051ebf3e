/** Whether somebody is filling something in: nothing may reload the page then. */
export type OpenForms = {
  current: () => boolean
  subscribe: (listener: () => void) => () => void
}

/**
 * Forms in which something was typed and that are still on the page, whichever screen they belong to. One that was sent
 * counts until its screen is left: a refusal leaves it as it was.
 */
export const watchOpenForms = (page: Document): OpenForms => {
  const forms = new Set<Element>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const observer = new MutationObserver(() => {
    for (const form of forms) if (!form.isConnected) forms.delete(form)
    if (forms.size > 0) return
    observer.disconnect()
    tell()
  })
  page.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : undefined
    if (!form || forms.has(form)) return
    forms.add(form)
    if (forms.size > 1) return
    observer.observe(page, { childList: true, subtree: true })
    tell()
  })
  return {
    current: () => forms.size > 0,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
