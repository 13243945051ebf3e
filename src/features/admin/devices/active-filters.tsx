import type { Translate } from '../../../i18n/translate.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { standaloneLinkClass } from '../../../ui/standalone-link.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from '../admin.module.css'
import { removeFilters, type DeviceFilters } from './device-filters.ts'
import { seenMessages, waitingMessages } from './overview-charts.ts'
import { formatCountryName } from '../../../i18n/place-names.ts'

/** Describes each active filter. `sort` is left out, because it is not a filter. */
const describeFilters = (filters: DeviceFilters, t: Translate): { name: string; text: string }[] => {
  const { country, version, error, who, silent, seen, waiting, gaps, needs } = filters
  const texts = {
    seen: seen && `${t('admin.overview.seen')}: ${t(seenMessages[seen])}`,
    waiting: waiting && `${t('admin.overview.waiting')}: ${t(waitingMessages[waiting])}`,
    needs: needs && t('admin.filter.needsYou'),
    gaps: gaps && t('admin.filter.gaps'),
    country: country && `${t('admin.filter.country')}: ${formatCountryName(country, t)}`,
    version: version && `${t('admin.filter.version')}: ${version}`,
    error: error && `${t('admin.filter.error')}: ${error}`,
    silent: silent && `${t('admin.filter.silent')}: ${t('admin.filter.silentDays', { count: silent })}`,
    who: who && `${t('admin.filter.who')}: ${who}`,
  }
  return Object.entries(texts).flatMap(([name, text]) => (text ? [{ name, text }] : []))
}

/** Lists the active filters, each with a link that removes it. */
export const ActiveFilters = ({ filters }: { filters: DeviceFilters }) => {
  const t = useTranslate()
  const descriptions = describeFilters(filters, t)
  if (descriptions.length === 0) return null
  const linkProps = { to: 'admin/sync', resetScroll: false, activeOptions: { exact: true } } as const
  return (
    <ul className={styles.active} aria-label={t('admin.filter.active')}>
      {descriptions.map(({ name, text }) => (
        <li key={name}>
          <LocaleLink {...linkProps} search={removeFilters(filters, [name])} className={styles.filter}>
            <span>
              <VisuallyHidden>{t('admin.filter.remove')}</VisuallyHidden> <span>{text}</span>
            </span>
            <span aria-hidden="true">×</span>
          </LocaleLink>
        </li>
      ))}
      <li>
        <LocaleLink {...linkProps} search={{ sort: filters.sort }} className={standaloneLinkClass}>
          {t('admin.filter.clear')}
        </LocaleLink>
      </li>
    </ul>
  )
}
