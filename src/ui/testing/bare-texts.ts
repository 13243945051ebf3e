/**
 * Whether React manages a text node individually. If a text is the only content of its element, React manages
 * only the element.
 */
const isManagedByReact = (node: Node): boolean =>
  Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

/**
 * Finds the text nodes in `place` that React changes, removes or inserts other nodes before. A browser that
 * translates the page replaces them, and React then fails on missing nodes. Ignores whitespace.
 */
export const bareTexts = (place: Node): string[] => {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (text.textContent?.trim() && isManagedByReact(text)) texts.push(text.textContent)
  return texts
}
