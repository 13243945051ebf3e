import type { Services } from '../../../app/services/services.ts'
import type { LocaleCode } from '../../../config/locales.ts'

/**
 * Loads what the outbox shows in addition to its entries. Separate from the outbox screen, because the
 * loaders of all routes are in the script that every page loads.
 */
export const loadOutbox = async ({ offline, device }: Services, locale: LocaleCode) => ({
  // Without the course catalogue the entries are shown without their subject.
  catalogue: await offline.catalogues.courses(locale).catch(() => ({})),
  device: await device.id(),
})
