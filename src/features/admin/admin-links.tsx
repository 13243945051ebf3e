import { useTranslate } from '../../i18n/use-translate.ts'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './admin.module.css'

const pages = [
  { to: 'admin/programme', title: 'admin.programme.title' },
  { to: 'admin/sync', title: 'admin.sync.title' },
  { to: 'admin/rescue', title: 'rescue.import.title' },
  { to: 'admin/delete-account', title: 'admin.delete.title' },
] as const

/** Links to the pages for admins. */
export const AdminLinks = () => {
  const t = useTranslate()
  return (
    <nav aria-label={t('header.admin')}>
      <ul className={styles.links}>
        {pages.map(({ to, title }) => (
          <li key={to}>
            <LocaleLink to={to} className={standaloneLinkClass}>
              {t(title)}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
