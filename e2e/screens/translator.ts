/**
 * Simulates a browser's translation of a page, into the language that it already has. Each text, also one
 * that appears later, is replaced by two nested `<font>` elements with the same words. Nothing else on the
 * page changes, so tests still find their texts. The title stays unchanged, because it cannot contain
 * elements.
 */
export const translate = (): void => {
  const isUnchanged = (text: Node): boolean =>
    !text.textContent?.trim() ||
    text.parentElement?.closest('font, script, style, title, textarea, [translate="no"]') !== null
  const translateIn = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = [
      root,
      ...(function* () {
        for (let text = walker.nextNode(); text; text = walker.nextNode()) yield text
      })(),
    ]
    for (const text of texts) {
      if (!(text instanceof Text) || isUnchanged(text)) continue
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
