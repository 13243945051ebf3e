import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LostPicture } from '../../ui/pictures/illustration.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { DrillFilterSheet } from './drill-filter-sheet.tsx'
import {
  clearSheetFilters,
  countSheetFilters,
  filterDrills,
  type DrillFilter,
  type LibraryDrill,
} from './drill-filter.ts'
import styles from './drills-screen.module.css'

/** A star, filled if the button around it is pressed. */
const Star = ({ size }: { size: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d="m12 3 2.8 5.8 6.2.9-4.5 4.4 1.1 6.2-5.6-3-5.6 3 1.1-6.2L3 9.7l6.2-.9z" />
  </svg>
)

/**
 * A drill in the list. Links to its step in the module, and to pitch mode at its first instruction (`pitch`).
 * A star marks it as a favourite.
 */
const DrillRow = ({
  course,
  module,
  drill,
  isFavourite,
  onFavourite,
}: LibraryDrill & { isFavourite: boolean; onFavourite: (isFavourite: boolean) => void }) => {
  const t = useTranslate()
  const to = `${t(course.slug)}/${module.id}`
  // The facts that a coach chooses by. The card itself also has the space.
  const age = t('drill.ages', { from: drill.ages[0], to: drill.ages[1] })
  const duration = t('drills.shortMinutes', { count: drill.minutes })
  const players = t('drill.players', { from: drill.players[0], to: drill.players[1] })
  return (
    <article className={styles.row}>
      <img className={styles.picture} src={module.thumbnail} alt="" width="320" height="320" loading="lazy" />
      <div className={styles.text}>
        <h2 className={styles.name}>
          <LocaleLink to={to} search={{ step: 'run' }}>
            {drill.name}
          </LocaleLink>
        </h2>
        <Button
          variant="quiet"
          className={styles.star}
          aria-pressed={isFavourite}
          aria-label={t('drills.favourite', { name: drill.name })}
          onClick={() => onFavourite(!isFavourite)}
        >
          <Star size={24} />
        </Button>
        <p className={styles.facts}>
          <span>{`${age} · ${duration}`}</span> <span>{players}</span>
        </p>
      </div>
      <LocaleLink to={to} search={{ step: 'run', pitch: 1 }} className={styles.pitch} title={t('pitch.open')}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M8 5.5v13l10-6.5z" />
        </svg>
        <VisuallyHidden>{`${t('pitch.open')}: ${drill.name}`}</VisuallyHidden>
      </LocaleLink>
    </article>
  )
}

/** Shows the drills of all courses. A coach can search and filter them, and mark favourites. */
export const DrillsScreen = ({
  drills,
  filter,
  onFilter,
  favourites,
  onFavourite,
}: {
  drills: readonly LibraryDrill[]
  filter: DrillFilter
  onFilter: (filter: DrillFilter) => void
  /** The ids of modules whose drill is a favourite. */
  favourites: readonly string[]
  onFavourite: (moduleId: string, isFavourite: boolean) => void
}) => {
  const t = useTranslate()
  const foundDrills = filterDrills(drills, filter, favourites)
  return (
    <Page title={t('drills.title')} wide isCompact>
      <search className={styles.search}>
        <div className={styles.words}>
          <TextField
            type="search"
            name="words"
            label={t('drills.search')}
            placeholder={t('drills.searchHint')}
            defaultValue={filter.words}
            onChange={({ currentTarget: { value } }) => onFilter({ ...filter, words: value || undefined })}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20" />
          </svg>
        </div>
        <div className={styles.tools}>
          <Button
            variant="secondary"
            className={styles.onlyFavourites}
            aria-pressed={filter.onlyFavourites === true}
            onClick={() => onFilter({ ...filter, onlyFavourites: !filter.onlyFavourites || undefined })}
          >
            <Star size={20} /> <span>{t('drills.onlyFavourites')}</span>
          </Button>
          <DrillFilterSheet
            filter={filter}
            onFilter={onFilter}
            countMatches={(otherFilter) => filterDrills(drills, otherFilter, favourites).length}
          />
        </div>
      </search>
      <output className={styles.count}>{t('drills.found', { count: foundDrills.length })}</output>
      {foundDrills.length === 0 ? (
        <EmptyState title={t('drills.none')} picture={<LostPicture />}>
          <p>{t('drills.noneBody')}</p>
          {countSheetFilters(filter) > 0 && (
            <Button variant="secondary" onClick={() => onFilter(clearSheetFilters(filter))}>
              {t('drills.clear')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {foundDrills.map((drill) => (
            <li key={drill.module.id}>
              <DrillRow
                {...drill}
                isFavourite={favourites.includes(drill.module.id)}
                onFavourite={(isFavourite) => onFavourite(drill.module.id, isFavourite)}
              />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
