/**
 * Shows the part of the page that a link names by its hash: unfolds it, and gives its heading the focus, which a menu that
 * closes behind the link would leave to nothing. Says whether the page has the part.
 */
export const showPart = (hash: string): boolean => {
  const part = document.getElementById(hash)
  const heading = part?.querySelector<HTMLElement>('h2[tabindex]')
  if (!part || !heading) return false
  const fold = heading.closest('details')
  if (fold) fold.open = true
  heading.focus({ preventScroll: true })
  return true
}

/**
 * Shows it when a link is followed to a part of the page that is on the screen. The router hears of no new place where the
 * address says the same already, and the coach may have folded the part since.
 */
export const followLinksToParts = (): void => {
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="#"]') : null
    // What the router does not take opens elsewhere.
    if (!link || !defaultPrevented || link.pathname !== location.pathname) return
    const hash = link.hash.slice(1)
    if (showPart(hash)) document.getElementById(hash)?.scrollIntoView()
  })
}
