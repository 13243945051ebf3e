import type { LocaleCode } from '../../../../config/locales.ts'
import type { Translate } from '../../../../i18n/translate.ts'
import { formatSize } from '../../../../ui/format-size.ts'
import type { Row } from '../listing/rows.ts'

const archives = new Set(['GLACIER', 'DEEP_ARCHIVE'])

const formats = new Map<LocaleCode, Intl.DateTimeFormat>()

/** Making a format is much slower than using one, and a list that is scrolled needs many. */
const dateFormat = (locale: LocaleCode): Intl.DateTimeFormat => {
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  formats.set(locale, format)
  return format
}

/** What is known of a row, in words. */
export const rowFacts = (row: Row, t: Translate, locale: LocaleCode) => {
  if (row.kind === 'folder') return { size: '', date: '' }
  const { size, lastModified, storageClass = '' } = row.file
  return {
    size: formatSize(size, locale),
    date: dateFormat(locale).format(lastModified),
    ...(archives.has(storageClass) && { archived: t('files.browse.archived') }),
  }
}
