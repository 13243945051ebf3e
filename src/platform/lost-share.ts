/**
 * Whether the server has turned away files that another app shared (`server/site/serve-site.ts`): the address says so, and is rid of
 * it, so that a reload does not say it again.
 */
export const takeLostShare = ({ location, history }: Pick<Window, 'location' | 'history'>): boolean => {
  const address = new URL(location.href)
  if (address.searchParams.get('share') !== 'lost') return false
  address.searchParams.delete('share')
  history.replaceState(history.state, '', address)
  return true
}
