/** A browser and its operating system, by the names that people know. Null if they are unknown. */
export type Browser = { browser: string | null; system: string | null }

type Names = readonly (readonly [pattern: RegExp, name: string])[]

/** Most browsers also name those whose pages they want, so the most specific comes first. */
const browserNames: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bSamsung(?:Browser| Internet)\//, 'Samsung Internet'],
  [/\b(?:OPR|OPT|OPiOS|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bChromium\//, 'Chromium'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]

const systemNames: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b|\bChrome OS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  // Also an iPad that asks for the pages of computers, as it does unless its owner changes that.
  [/\bMacintosh\b|\bmacOS\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (names: Names, text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/**
 * Finds the browser in the header `User-Agent`, or in the name that Amplify gives a device, which lists platform
 * and brands. Versions and models are left out.
 */
export const parseUserAgent = (text = ''): Browser => ({
  browser: findName(browserNames, text),
  system: findName(systemNames, text),
})
