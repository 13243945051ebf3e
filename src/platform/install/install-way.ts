/** The ways to install the app, by kind of browser. Each has its own steps. */
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
 * Detects how to install the app in this browser. It reads the user agent, because no API reports which menus
 * a browser has. An iPad claims to be a Mac, but has a touch screen.
 */
export const detectInstallWay = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): InstallWay => {
  const isMac = userAgent.includes('Macintosh')
  const isFirefox = userAgent.includes('Firefox/')
  const isChromium = /Chrom(e|ium)\//.test(userAgent)
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'ios'
  if (userAgent.includes('Android')) return isFirefox ? 'android-firefox' : 'android-chromium'
  if (isFirefox) return 'desktop-firefox'
  return isMac && !isChromium ? 'desktop-safari' : 'desktop-chromium'
}
