import type { LocaleCode } from '../../../config/locales.ts'
import { dateFormat } from '../../../i18n/date-format.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { formatSize } from '../../../ui/format-size.ts'
import type { Row } from '../listing/rows.ts'

const archives = new Set(['GLACIER', 'DEEP_ARCHIVE'])

/** The details of a row as text. */
export const rowFacts = (row: Row, t: Translate, locale: LocaleCode) => {
  if (row.kind === 'folder') return { size: '', date: '' }
  const { size, lastModified, storageClass = '' } = row.file
  return {
    size: formatSize(size, locale),
    date: dateFormat(locale, { dateStyle: 'medium' }).format(lastModified),
    ...(archives.has(storageClass) && { archived: t('files.browse.archived') }),
  }
}
