/** How an app is installed with a browser. */
export const installWays = [
  'ios',
  'android-chromium',
  'android-firefox',
  'desktop-chromium',
  'desktop-safari',
  'desktop-firefox',
] as const
export type InstallWay = (typeof installWays)[number]

/**
 * The way of this browser, by its user agent: no browser reports what its menus are called. An iPad claims to be a Mac,
 * and only its touch screen shows that it is none.
 */
export const installWayOf = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): InstallWay => {
  const isMac = userAgent.includes('Macintosh')
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'ios'
  const isFirefox = userAgent.includes('Firefox/')
  if (userAgent.includes('Android')) return isFirefox ? 'android-firefox' : 'android-chromium'
  if (isFirefox) return 'desktop-firefox'
  return isMac && !/Chrom(e|ium)\//.test(userAgent) ? 'desktop-safari' : 'desktop-chromium'
}
