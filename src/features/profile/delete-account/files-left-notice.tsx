import { toDisplayName } from '../../../lib/text/display-name.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import styles from '../profile.module.css'
import type { FilesLeft } from './delete-everything.ts'

/** The maximum number of names shown. */
const maxNames = 10

/** Names the files that a deletion has left in the cloud, or says that they are unknown. */
export const FilesLeftNotice = ({ names }: FilesLeft) => {
  const t = useTranslate()
  if (!names) return <Notice tone="warning">{t('deleteAccount.filesUnknown')}</Notice>
  return (
    <Notice tone="warning" title={t('deleteAccount.filesLeft', { count: names.length })}>
      <ul className={styles.names}>
        {names.slice(0, maxNames).map((name) => (
          <li key={name} translate="no">
            {toDisplayName(name)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
