import type { Services } from '../../app/services/services.ts'
import type { LocaleCode } from '../../config/locales.ts'

/**
 * What the outbox shows beside its entries. Apart from the screen, because the loader of a route is in the
 * script that every page loads.
 */
export const loadOutbox = async ({ offline, device }: Services, locale: LocaleCode) => ({
  // Without the course catalogue the entries are shown without their subject.
  catalogue: await offline.catalogues.courses(locale).catch(() => ({})),
  device: await device.id(),
})
