/** React marks the nodes that it changes by themselves. A text that is all there is in its element has no such node. */
const isOfReact = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

/**
 * The texts in `place` that React changes, removes or finds its way by. A browser that translates the page replaces them, and
 * React fails on what is not there any more. A space is left alone.
 */
export const bareTexts = (place: Node): string[] => {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.textContent?.trim() && isOfReact(text)) found.push(text.textContent)
  return found
}
