import { useTranslate } from '../../i18n/use-translate.ts'
import { ParentLink } from '../../ui/layout/parent-link.tsx'
import styles from './profile-menu.module.css'

/** The link from a page of the profile to its list. Hidden beside the menu, which has the same rows. */
export const BackToProfile = () => {
  const t = useTranslate()
  return (
    <div className={styles.back}>
      <ParentLink to={t('profileSlug')}>{t('profile.back')}</ParentLink>
    </div>
  )
}
