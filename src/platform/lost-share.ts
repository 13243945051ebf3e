/**
 * Detects whether files that another app shared were lost because they reached the server instead of the
 * service worker. The server then redirects to `share=lost` (`server/site/serve-site.ts`). The URL is read
 * immediately, before the router redirects. The parameter is removed, so that a reload does not repeat the
 * notice.
 */
export const createLostShare = ({ location, history }: Pick<Window, 'location' | 'history'>) => {
  const url = new URL(location.href)
  let isLost = url.searchParams.get('share') === 'lost'
  if (isLost) {
    url.searchParams.delete('share')
    history.replaceState(history.state, '', url)
  }
  return {
    /** Whether files were lost. Returns true only once. */
    take: (): boolean => {
      const wasLost = isLost
      isLost = false
      return wasLost
    },
  }
}
