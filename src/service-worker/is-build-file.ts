/**
 * Whether a response is the file that the build has at this address. A captive portal or a proxy responds 200 with a
 * page of its own, and a newer build may be deployed in the middle of an installation: cached as the shell, either
 * would be all that this site ever shows again. `assets` are the paths of the build's scripts: a built page names one.
 */
export const isBuildFile = async (
  response: Response,
  { url, assets }: { url: string; assets: readonly string[] },
): Promise<boolean> => {
  const isHtml = (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  const isPage = new URL(url).pathname.endsWith('.html')
  if (response.status !== 200 || isHtml !== isPage) return false
  if (!isPage) return true
  const page = await response.clone().text()
  return assets.some((asset) => page.includes(asset))
}
