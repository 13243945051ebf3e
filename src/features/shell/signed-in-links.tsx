import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './header.module.css'

/** Where a coach can go, and an admin. */
export const SignedInLinks = ({ admin, onSignOut }: { admin: boolean; onSignOut: () => void }) => {
  const t = useTranslate()
  const { footballInHeader } = useLocale()
  const links = [
    { to: t('coursesHomeSlug'), label: t('header.courses') },
    ...(footballInHeader ? [{ to: t('footballCourseSlug'), label: t('header.footballCourse') }] : []),
    { to: 'files', label: t('header.files') },
    { to: t('profileSlug'), label: t('header.profile') },
    ...(admin ? [{ to: 'admin/sync', label: t('header.admin') }] : []),
  ]
  return (
    <>
      {links.map(({ to, label }) => (
        <li key={to}>
          <LocaleLink to={to} className={styles.link}>
            {label}
          </LocaleLink>
        </li>
      ))}
      <li>
        <button type="button" className={styles.link} onClick={onSignOut}>
          {t('header.signOut')}
        </button>
      </li>
    </>
  )
}
