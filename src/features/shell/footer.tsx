import { useId } from 'react'
import { socialNetworks, type SocialLinks } from '../../config/social-links.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ThemeField, type ThemeFieldProps } from '../../ui/form/theme-field.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Logo } from '../../ui/pictures/logo.tsx'
import styles from './footer.module.css'

/** The social networks where the programme has a page. */
const SocialRow = ({ links }: { links: SocialLinks }) => {
  const t = useTranslate()
  const networks = socialNetworks.filter((name) => links[name] !== undefined)
  if (networks.length === 0) return null
  return (
    <ul className={styles.social} aria-label={t('footer.social')}>
      {networks.map((name) => (
        <li key={name}>
          <a href={links[name]} target="_blank" rel="noreferrer" aria-label={t(`footer.${name}`)}>
            <svg width="24" height="24" aria-hidden="true">
              <use href={`/icons/social.svg#${name}`} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}

type FooterLink = { to: string; label: string; hash?: string }

/** One titled list of links. */
const FooterColumn = ({ title, links }: { title: string; links: readonly FooterLink[] }) => {
  const id = useId()
  return (
    <div>
      <h2 id={id} className={styles.columnTitle}>
        {title}
      </h2>
      <ul className={styles.column} aria-labelledby={id}>
        {links.map(({ to, label, hash }) => (
          <li key={label}>
            <LocaleLink to={to} {...(hash && { hash })}>
              {label}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The links of the footer in titled columns. */
const FooterColumns = ({ signedIn }: { signedIn: boolean }) => {
  const t = useTranslate()
  const { reference } = useLocale()
  return (
    <nav className={styles.columns} aria-label={t('footer.navigation')}>
      {signedIn && (
        <FooterColumn
          title={t('footer.courses')}
          links={[
            { to: t('coursesHomeSlug'), label: t('footer.allCourses') },
            { to: t('courseSlug'), label: t('footer.course') },
            { to: t('footballCourseSlug'), label: t('footer.footballCourse') },
          ]}
        />
      )}
      <FooterColumn
        title={t('footer.information')}
        links={[
          { to: 'about', label: t('footer.about') },
          { to: 'sitemap', label: t('footer.sitemap') },
          // `reference` is the page and the hash of the locale's references (specification §2).
          { ...reference, label: t('footer.reference') },
        ]}
      />
      <FooterColumn
        title={t('footer.help')}
        links={[
          { to: 'contact', label: t('footer.contact') },
          { to: 'faq', label: t('footer.faq') },
        ]}
      />
    </nav>
  )
}

/** Legal links, and the owner of the site. */
const FooterStrip = ({ year }: { year: number }) => {
  const t = useTranslate()
  return (
    <div className={styles.strip}>
      <nav aria-label={t('footer.legal')}>
        <ul className={styles.legal}>
          {(['terms', 'privacy', 'accessibility', 'cookies'] as const).map((page) => (
            <li key={page}>
              <LocaleLink to={page}>{t(`footer.${page}`)}</LocaleLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.owner}>
        <p translate="no">{t('footer.copyright', { year: String(year) })}</p>
        <img src="/logos/parent-company-light.svg" height={32} alt={t('footer.parentCompany')} />
      </div>
    </div>
  )
}

/** The end of every page (specification §2): navigation, the location, and legal links. */
export const Footer = ({
  signedIn,
  year,
  path,
  theme,
  social,
}: {
  signedIn: boolean
  year: number
  /** The path of this page within the locale, so that the page can be opened in another locale. */
  path: string
  theme: ThemeFieldProps
  social: SocialLinks
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  return (
    <footer className={styles.footer}>
      <div className={styles.top}>
        <div className={styles.brand}>
          <Logo onDark />
          <p className={styles.tagline}>{t('site.tagline')}</p>
          <SocialRow links={social} />
        </div>
        <FooterColumns signedIn={signedIn} />
        <div className={styles.choices}>
          <p className={styles.location}>
            {t('footer.currentLocation', { location: t(`localeName.${code}`) })}
          </p>
          <LocaleLink className={styles.changeLocation} to="change-location" search={{ from: path }}>
            {t('footer.changeLocation')}
          </LocaleLink>
          {/* A signed-in coach chooses the theme in the profile. */}
          {!signedIn && (
            <Disclosure className={styles.theme} summary={t('theme.title')}>
              <ThemeField {...theme} inRow />
            </Disclosure>
          )}
        </div>
      </div>
      <FooterStrip year={year} />
    </footer>
  )
}
