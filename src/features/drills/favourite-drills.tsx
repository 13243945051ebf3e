import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import type { LibraryDrill } from './drill-filter.ts'
import styles from './favourite-drills.module.css'

/** A row with a coach's favourite drills, and a link to all drills. Hidden if there are no favourites. */
export const FavouriteDrills = ({ drills }: { drills: readonly LibraryDrill[] }) => {
  const t = useTranslate()
  if (drills.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="favourite-drills">
      <div className={styles.heading}>
        <h2 id="favourite-drills">{t('drills.saved')}</h2>
        <LocaleLink viewTransition to="drills" className={standaloneLinkClass}>
          {t('drills.all')}
        </LocaleLink>
      </div>
      <ul className={styles.row}>
        {drills.map(({ course, module, drill }) => (
          <li key={module.id} className={styles.card}>
            <img src={module.thumbnail} alt="" width="320" height="320" loading="lazy" />
            <div>
              <h3 className={styles.name}>
                <LocaleLink
                  viewTransition
                  to={`${t(course.slug)}/${module.id}`}
                  search={{ step: 'run' }}
                  className={styles.link}
                >
                  {drill.name}
                </LocaleLink>
              </h3>
              <p className={styles.facts}>{t('common.minutes', { count: drill.minutes })}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
