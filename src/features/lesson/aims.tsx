import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './lesson.module.css'

/** What a coach can do after a module. */
export const Aims = ({ aims }: { aims: readonly string[] }) => {
  const t = useTranslate()
  return (
    <section className={styles.aims} aria-labelledby="aims">
      <h2 id="aims">{t('lesson.aims')}</h2>
      <ul>
        {aims.map((aim) => (
          <li key={aim}>{aim}</li>
        ))}
      </ul>
    </section>
  )
}
