/**
 * A browser with cookies that visits the hosted sign-in page of a test's sandbox. Amplify and production use
 * https; the sandbox has none, so `https://` is read as `http://`.
 */
export const createHostedBrowser = (origin: string) => {
  const cookies = new Map<string, string>()

  const request = async (url: string, form?: URLSearchParams): Promise<Response> => {
    const response = await fetch(url.replace(/^https:/, 'http:'), {
      ...(form && { method: 'POST', body: form }),
      redirect: 'manual',
      headers: {
        ...(form && { origin }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Follows redirects inside the domain. `left` is the address outside it to which they lead, if any. */
  const follow = async (
    response: Response,
    url: string,
  ): Promise<{ url: string; html: string; left?: string }> => {
    const location = response.headers.get('location')
    if (location === null) return { url, html: await response.text() }
    const next = new URL(location, url).href
    return next.startsWith(origin) ? follow(await request(next), next) : { url, html: '', left: next }
  }

  const open = async (url: string) => follow(await request(url), url.replace(/^https:/, 'http:'))

  /** Fills in and sends the form of a page. */
  const submit = async (page: { url: string; html: string }, fields: Record<string, string>) => {
    const action = /<form[^>]* action="([^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const hidden = [...page.html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    )
    const url = new URL(action, page.url).href
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields })
    return follow(await request(url, body), url)
  }

  return {
    open,
    submit,
    /** Signs in with a password. Resolves to the address to which the page then leads. */
    signIn: async (url: string, username: string, password: string): Promise<string> =>
      (await submit(await open(url), { username, password })).left ?? '',
  }
}
