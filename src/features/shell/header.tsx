import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { HeaderMenu } from './header-menu.tsx'
import styles from './header.module.css'
import { Logo } from './logo.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** What a visitor can do: sign in, or sign up, which begins on the home page (specification §2). */
const SignedOutLinks = () => {
  const t = useTranslate()
  return (
    <>
      <li>
        <LocaleLink to="login" className={styles.link}>
          {t('header.signIn')}
        </LocaleLink>
      </li>
      <li>
        <LocaleLink to="" hash="sign-up" className={buttonClass('primary', styles.signUp)}>
          {t('header.signUp')}
        </LocaleLink>
      </li>
    </>
  )
}

/** Where a coach can go, and an admin. */
const SignedInLinks = ({ admin, onSignOut }: { admin: boolean; onSignOut: () => void }) => {
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

/** On the pages of courses the header changes its colours (specification §2). */
export type HeaderTone = 'plain' | 'courses'

export type HeaderProps = {
  tone: HeaderTone
  signedIn: boolean
  /** Whether the signed-in customer is an admin. */
  admin?: boolean
  /** Says whether everything is saved. */
  syncChip: ReactNode
  onSignOut: () => void
}

/** The bar at the top of every page. */
export const Header = ({ tone, signedIn, admin = false, syncChip, onSignOut }: HeaderProps) => {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <header className={classNames(styles.header, tone === 'courses' && styles.courses)}>
      <div className={styles.bar}>
        <Link
          to={signedIn ? '/$locale/$slug' : '/$locale/'}
          params={{ locale: locale.code, slug: t('coursesHomeSlug') }}
          className={styles.home}
          aria-label={t('header.logoHome', { site: t('site.title') })}
        >
          <Logo onDark={tone === 'courses'} />
        </Link>
        <div className={styles.chip}>{syncChip}</div>
        <HeaderMenu>{signedIn ? <SignedInLinks {...{ admin, onSignOut }} /> : <SignedOutLinks />}</HeaderMenu>
      </div>
    </header>
  )
}
