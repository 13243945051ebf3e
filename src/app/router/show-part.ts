/**
 * Shows the part of the page that a link names by its hash: unfolds it and focuses its heading. Without this,
 * a menu that closes after the click would leave the focus on the body. Returns whether the page has the
 * part.
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
 * Shows a part when a link to it is followed on the same page. If the address stays the same, the router does
 * not navigate, and the coach may have folded the part since.
 */
export const followLinksToParts = (): void => {
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="#"]') : null
    // A click that the router does not handle opens elsewhere.
    if (!link || !defaultPrevented || link.pathname !== location.pathname) return
    const hash = link.hash.slice(1)
    if (showPart(hash)) document.getElementById(hash)?.scrollIntoView()
  })
}
