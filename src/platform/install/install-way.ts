/** How a browser puts an app on its device. */
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
 * The way of this browser, by what it says of itself: no browser can be asked how its menus are called. An iPad says
 * that it is a Mac, and gives itself away by its touch screen.
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
