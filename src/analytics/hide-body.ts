/**
 * Hides the page by an injected style, so that what an analytics tag changes about it does not flicker (specification §9);
 * answers how to show it. The page keeps its place and its words for a screen reader meanwhile.
 */
export const hideBody = (document: Document): (() => void) => {
  const style = new CSSStyleSheet()
  style.replaceSync('body { opacity: 0 !important }')
  document.adoptedStyleSheets.push(style)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== style)
  }
}
