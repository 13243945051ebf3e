import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import styles from './lesson.module.css'

/** Links from the film to the content that a coach returns for: on a phone it is many screens below. */
export const WayDown = ({ hasDrill, isDone }: { hasDrill: boolean; isDone: boolean }) => {
  const t = useTranslate()
  const places = [...(hasDrill ? (['drill'] as const) : []), 'survey' as const]
  return (
    <nav className={styles.wayDown} aria-label={t('lesson.wayDown')}>
      {isDone && (
        <span className={styles.done}>
          <span aria-hidden="true">✓</span> <span>{t('courses.stateComplete')}</span>
        </span>
      )}
      {places.map((id) => (
        <a key={id} href={`#${id}`} className={aloneLink}>
          <span>{t(`${id}.title`)}</span> <span aria-hidden="true">↓</span>
        </a>
      ))}
    </nav>
  )
}
