/**
 * After this time, a page is treated as loaded, because an image that never arrives would delay `load`
 * permanently.
 */
const loadTimeoutMs = 30_000

type LoadingWindow = Pick<Window, 'addEventListener' | 'setTimeout'> & {
  document: Pick<Document, 'readyState'>
}

/** Resolves when a page has loaded with all its images, or after 30 s. */
export const whenLoaded = async (window: LoadingWindow): Promise<void> => {
  if (window.document.readyState === 'complete') return
  await new Promise<void>((resolve) => {
    window.addEventListener('load', () => resolve(), { once: true })
    window.setTimeout(resolve, loadTimeoutMs)
  })
}
