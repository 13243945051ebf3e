/**
 * Whether the server has rejected files that another app shared (`server/site/serve-site.ts`). `take` returns
 * true once. The query of the address carries this, and it is removed so that a reload does not repeat it.
 * The address is read immediately, before the router redirects the visitor.
 */
export const createLostShare = ({ location, history }: Pick<Window, 'location' | 'history'>) => {
  const address = new URL(location.href)
  let isLost = address.searchParams.get('share') === 'lost'
  if (isLost) {
    address.searchParams.delete('share')
    history.replaceState(history.state, '', address)
  }
  return {
    take: (): boolean => {
      const wasLost = isLost
      isLost = false
      return wasLost
    },
  }
}
