import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './name-list.module.css'

/** The maximum number of names shown, because users do not read long lists. */
const maxNames = 5

/** The names of the items that an action will affect: the first few, and the number of the others. */
export const NameList = ({ names }: { names: readonly string[] }) => {
  const t = useTranslate()
  const hiddenCount = names.length - maxNames
  if (names.length === 0) return null
  return (
    <ul className={styles.names}>
      {names.slice(0, maxNames).map((name, index) => (
        // Two files may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} dir="auto" translate="no">
          {name}
        </li>
      ))}
      {hiddenCount > 0 && <li className={styles.more}>{t('common.more', { count: hiddenCount })}</li>}
    </ul>
  )
}
