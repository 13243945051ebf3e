/**
 * Simulates a browser's translation of a page into the same language. Each text, also a later one, is
 * replaced by two `<font>` elements with the same words. Nothing else on the page changes, so tests still
 * find their texts. The title is left alone: browsers translate its words, but it cannot contain elements.
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
