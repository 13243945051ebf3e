/**
 * Loads a script of somebody else; settles when it has run, or cannot. It waits for the page's own load event, which a
 * host that never answers would hold up for minutes.
 */
export const loadScript = async (window: Window, address: string): Promise<void> => {
  const { document } = window
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  const script = document.createElement('script')
  script.src = address
  script.async = true
  await new Promise((resolve) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', resolve)
    document.head.append(script)
  })
}
