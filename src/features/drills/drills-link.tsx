import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLink } from '../../ui/standalone-link.ts'

/** Leads from the courses to their drills. */
export const DrillsLink = () => {
  const t = useTranslate()
  return (
    <p>
      <LocaleLink viewTransition to="drills" className={standaloneLink}>
        {t('drills.all')}
      </LocaleLink>
    </p>
  )
}
