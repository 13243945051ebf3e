import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './name-list.module.css'

/** How many are named: more are no longer read. */
const most = 5

/** What something is about to happen to, by name: the first few, and how many more there are. */
export const NameList = ({ names }: { names: readonly string[] }) => {
  const t = useTranslate()
  const left = names.length - most
  if (names.length === 0) return null
  return (
    <ul className={styles.names}>
      {names.slice(0, most).map((name, place) => (
        // Two files may have one name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} dir="auto" translate="no">
          {name}
        </li>
      ))}
      {left > 0 && <li className={styles.more}>{t('common.more', { count: left })}</li>}
    </ul>
  )
}
