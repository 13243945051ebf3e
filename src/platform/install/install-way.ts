/** The ways to install an app, by browser. */
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
 * The way of this browser, by its user agent, because no browser reports the names of its menus. An iPad
 * claims to be a Mac and is recognised by its touch screen.
 */
export const detectInstallWay = ({
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
