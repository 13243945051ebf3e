/**
 * Whether the server has turned away files that another app shared (`server/site/serve-site.ts`), once. The address says so, and is
 * rid of it, so that a reload does not say it again. It is read here and now, before the router leads a visitor to another address.
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
      const told = isLost
      isLost = false
      return told
    },
  }
}
