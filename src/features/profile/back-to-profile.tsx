import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'

/** The link from a page of the profile to its list. */
export const BackToProfile = () => {
  const t = useTranslate()
  return (
    <LocaleLink to={t('profileSlug')} className={standaloneLinkClass}>
      {t('profile.back')}
    </LocaleLink>
  )
}
