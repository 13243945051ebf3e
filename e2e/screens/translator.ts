/**
 * Translates a page as browsers do, into the language that it has: each text is replaced by two `<font>` with the same words, those
 * that come later as well. Nothing else on the page changes, so that whatever a test looks for is still there. The title is left
 * alone: browsers translate its words, but it can hold no element.
 */
export const translate = (): void => {
  const isLeftAlone = (text: Node): boolean =>
    !text.textContent?.trim() ||
    text.parentElement?.closest('font, script, style, title, textarea, [translate="no"]') !== null
  const translateIn = (place: Node): void => {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    const texts = [
      place,
      ...(function* () {
        for (let text = walker.nextNode(); text; text = walker.nextNode()) yield text
      })(),
    ]
    for (const text of texts) {
      if (!(text instanceof Text) || isLeftAlone(text)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) if (node.isConnected) translateIn(node)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
