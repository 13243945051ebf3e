import type { LocaleCode } from '../../../config/locales.ts'
import type { VitalName } from '../../../contract/product-api/health-api.ts'

/**
 * The digits after the decimal point and the unit of each vital. The symbols of units are the same in every
 * language; `Intl` writes "sec" in English.
 */
const formats: Record<VitalName, { digits: number; unit?: 'ms' | 's' }> = {
  LCP: { digits: 1, unit: 's' },
  INP: { digits: 0, unit: 'ms' },
  CLS: { digits: 2 },
  FCP: { digits: 1, unit: 's' },
  TTFB: { digits: 1, unit: 's' },
}

/** Formats a value of a vital, which is in ms except for CLS: 2.4 s, 180 ms or 0.08. */
export const formatVital = (vital: VitalName, value: number, locale: LocaleCode): string => {
  const { digits, unit } = formats[vital]
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(unit === 's' ? value / 1000 : value)
  return unit === undefined ? number : `${number}\u00a0${unit}`
}

/**
 * Formats a share, from 0 to 1, in whole percent. A share below 1 % keeps its first digit, because 0 % would
 * say that there is none.
 */
export const formatShare = (share: number, locale: LocaleCode): string =>
  new Intl.NumberFormat(locale, {
    style: 'percent',
    ...(share < 0.01 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 0 }),
  }).format(share)
