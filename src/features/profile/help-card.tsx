import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile.module.css'

const pages = ['contact', 'faq', 'about', 'sitemap', 'terms', 'privacy', 'accessibility', 'cookies'] as const

/** The links of the footer, for phones, on which the app's screens have no footer. */
export const HelpCard = () => {
  const t = useTranslate()
  const { code } = useLocale()
  return (
    <ProfileSection id="help" title={t('profile.help')}>
      <ul className={styles.help}>
        {pages.map((page) => (
          <li key={page}>
            <LocaleLink to={page}>{t(`footer.${page}`)}</LocaleLink>
          </li>
        ))}
      </ul>
      <p>
        <span>{t('footer.currentLocation', { location: t(`localeName.${code}`) })}</span>{' '}
        <LocaleLink to="change-location" search={{ from: t('profileSlug') }} className={aloneLink}>
          {t('footer.changeLocation')}
        </LocaleLink>
      </p>
    </ProfileSection>
  )
}
