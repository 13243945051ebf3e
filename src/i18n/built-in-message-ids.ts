import { localeCodes, type LocaleCode } from '../config/locales.ts'
import { slugIds } from '../config/pages.ts'

const toLocaleNameId = <C extends LocaleCode>(code: C): `localeName.${C}` => `localeName.${code}`

/**
 * The ids of the messages that are available in every locale without its catalogue, for example the reason
 * why the catalogue is missing, the names of all locales, and the slugs, for links to other locales.
 */
export const builtInMessageIds = [
  'site.title',
  'common.loading',
  'common.retry',
  'catalogue.title',
  'catalogue.offline',
  'catalogue.failed',
  'catalogue.gone',
  'catalogue.available',
  'error.title',
  'error.unexpected',
  'common.reload',
  'storage.repair',
  'storage.repairLink',
  ...slugIds,
  ...localeCodes.map(toLocaleNameId),
] as const

export type BuiltInMessageId = (typeof builtInMessageIds)[number]
