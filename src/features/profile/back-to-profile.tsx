import { useTranslate } from '../../i18n/use-translate.ts'
import { ParentLink } from '../../ui/layout/parent-link.tsx'

/** The link from a page of the profile to its list. */
export const BackToProfile = () => {
  const t = useTranslate()
  return <ParentLink to={t('profileSlug')}>{t('profile.back')}</ParentLink>
}
