/** A browser and its operating system, by the names that people know. Null if they are unknown. */
export type Browser = { browser: string | null; system: string | null }

type NamePatterns = readonly (readonly [pattern: RegExp, name: string])[]

/** Most user agents also contain the names of other browsers, so the most specific pattern comes first. */
const browserNames: NamePatterns = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bSamsung(?:Browser| Internet)\//, 'Samsung Internet'],
  [/\b(?:OPR|OPT|OPiOS|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bChromium\//, 'Chromium'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]

const systemNames: NamePatterns = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b|\bChrome OS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  // Also an iPad, which requests desktop websites by default.
  [/\bMacintosh\b|\bmacOS\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (names: NamePatterns, text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/**
 * Finds the browser in the header `User-Agent`, or in the name that Amplify gives a device, which lists the
 * platform and the brands. Versions and models are left out.
 */
export const parseUserAgent = (text = ''): Browser => ({
  browser: findName(browserNames, text),
  system: findName(systemNames, text),
})
