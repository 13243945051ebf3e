/**
 * Returns the response of a hosted sign-in page (`?code=…&state=…`) if the page has just redirected to this
 * app, or ''. Removes it from the address, so that no reload sends the code again and no other script reads it. Call it
 * before the first request and before the router reads the address.
 */
export const takeHostedResponse = ({ location, history }: Pick<Window, 'location' | 'history'>): string => {
  const { pathname, search } = location
  // A link to the page may have other parameters, such as `returnTo`.
  if (!pathname.endsWith('/hosted-sign-in') || !search.includes('state=')) return ''
  history.replaceState(history.state, '', pathname)
  return search
}
