/**
 * React marks text nodes that it changes individually. A text that is the only content of its element has no
 * such node.
 */
const isOfReact = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

/**
 * The text nodes in `place` that React changes, removes or uses as reference nodes. A browser that translates
 * the page replaces them, and React then fails on missing nodes. Whitespace is ignored.
 */
export const bareTexts = (place: Node): string[] => {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.textContent?.trim() && isOfReact(text)) found.push(text.textContent)
  return found
}
