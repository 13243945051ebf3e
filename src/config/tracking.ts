import type { LocaleCode } from './locales.ts'

/**
 * The values that analytics scripts receive for a locale, besides its country and its language (specification
 * §3).
 */
export type Tracking = {
  globalBrand: string
  localBrand: string
  /** The property of the locale, and the property of its market for all languages. */
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

/** Further columns of the locale table. The specification gives no values: these ids are our own. */
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
