import type { LocaleCode } from './locales.ts'

/**
 * What analytics scripts receive for a locale, in addition to its country and language (specification §3).
 */
export type Tracking = {
  globalBrand: string
  localBrand: string
  /** The analytics property of the locale, and that of its market. */
  analyticsToolIds: readonly string[]
  monitoringAgentId: string
  applicationId: string
}

const createRow = (locale: string, market: string, localBrand: string): Tracking => ({
  globalBrand: 'Breaking Barriers',
  localBrand,
  analyticsToolIds: [`bb-locale-${locale}`, `bb-market-${market}`],
  monitoringAgentId: `bb-agent-${market}`,
  applicationId: `bb-site-${locale}`,
})

/** The tracking values by locale. The specification gives no values, so we have chosen these ids. */
export const tracking: Record<LocaleCode, Tracking> = {
  'pt-BR': createRow('pt-br', 'br', 'Quebrando Barreiras'),
  'en-GB': createRow('en-gb', 'gb', 'Breaking Barriers'),
  'en-US': createRow('en-us', 'us', 'Breaking Barriers'),
  'en-AU': createRow('en-au', 'au', 'Breaking Barriers'),
  'en-NZ': createRow('en-nz', 'nz', 'Breaking Barriers'),
  'es-AR': createRow('es-ar', 'ar', 'Rompiendo Barreras'),
  'es-MX': createRow('es-mx', 'mx', 'Rompiendo Barreras'),
  'es-US': createRow('es-us', 'us', 'Rompiendo Barreras'),
}
