/**
 * Tells whether the server has rejected files that another app shared (`server/site/serve-site.ts`), by the
 * search param `share=lost`. Reads the URL immediately, before the router redirects the visitor, and removes
 * the param, so that a reload does not repeat the notice.
 */
export const createLostShare = ({ location, history }: Pick<Window, 'location' | 'history'>) => {
  const url = new URL(location.href)
  let isLost = url.searchParams.get('share') === 'lost'
  if (isLost) {
    url.searchParams.delete('share')
    history.replaceState(history.state, '', url)
  }
  return {
    /** Returns true once. */
    take: (): boolean => {
      const wasLost = isLost
      isLost = false
      return wasLost
    },
  }
}
