/**
 * React marks text nodes that it changes individually. A text that is the only content of its element has no
 * such node.
 */
const isManagedByReact = (node: Node): boolean =>
  Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

/**
 * The text nodes in `place` that React changes, removes or uses as reference nodes. A browser that translates
 * the page replaces them, and React then fails on missing nodes. Whitespace is ignored.
 */
export const bareTexts = (place: Node): string[] => {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (text.textContent?.trim() && isManagedByReact(text)) texts.push(text.textContent)
  return texts
}
