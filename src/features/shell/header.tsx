import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Logo } from '../../ui/pictures/logo.tsx'
import { HeaderMenu } from './header-menu.tsx'
import styles from './header.module.css'

/** The links of a visitor: sign in, and sign up, which begins on the home page (specification §2). */
const SignedOutLinks = ({ returnTo }: { returnTo: string | undefined }) => {
  const t = useTranslate()
  return (
    <>
      <li>
        <LocaleLink to="login" search={{ returnTo }} className={styles.link}>
          {t('header.signIn')}
        </LocaleLink>
      </li>
      <li>
        <LocaleLink
          to=""
          hash="sign-up"
          search={{ returnTo }}
          className={buttonClass('primary', styles.signUp)}
        >
          {t('header.signUp')}
        </LocaleLink>
      </li>
    </>
  )
}

type HeaderLink = { to: string; label: string; hash?: string; className?: string | undefined }

/**
 * The links of a coach and of an admin. A phone hides the footer and has a bottom bar, which links to the
 * files. So its menu omits the files, and contains the course and the help instead.
 */
const SignedInLinks = ({ admin, onSignOut }: { admin: boolean; onSignOut: () => void }) => {
  const t = useTranslate()
  const { footballInHeader } = useLocale()
  const currentHash = useLocation({ select: (location) => location.hash })
  const links: HeaderLink[] = [
    { to: t('coursesHomeSlug'), label: t('header.courses') },
    { to: t('courseSlug'), label: t('footer.course'), className: styles.inMenu },
    ...(footballInHeader ? [{ to: t('footballCourseSlug'), label: t('header.footballCourse') }] : []),
    { to: 'files', label: t('header.files'), className: styles.inRow },
    { to: t('profileSlug'), label: t('header.profile') },
    { to: t('profileSlug'), hash: 'help', label: t('profile.help'), className: styles.inMenu },
    ...(admin ? [{ to: 'admin/sync', label: t('header.admin') }] : []),
  ]
  // Two links may lead to the same page, of which only one is current: the one with the hash of the URL, if
  // there is one, otherwise the one without a hash.
  const isSectionCurrent = (to: string) => links.some((link) => link.to === to && link.hash === currentHash)
  return (
    <>
      {links.map(({ to, label, hash, className }) => (
        <li key={label} className={className}>
          <LocaleLink
            to={to}
            {...(hash !== undefined && { hash })}
            activeOptions={{ includeHash: hash !== undefined || isSectionCurrent(to) }}
            className={styles.link}
          >
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
type HeaderTone = 'plain' | 'courses'

export type HeaderProps = {
  tone: HeaderTone
  signedIn: boolean
  /** The page that a visitor asked for before signing in. */
  returnTo?: string | undefined
  admin?: boolean
  /** Shows whether everything is saved. */
  syncChip: ReactNode
  onSignOut: () => void
}

/** The top of every page: the logo, whether everything is saved, and the links. */
export const Header = ({ tone, signedIn, returnTo, admin = false, syncChip, onSignOut }: HeaderProps) => {
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
        <HeaderMenu>
          {signedIn ? (
            <SignedInLinks admin={admin} onSignOut={onSignOut} />
          ) : (
            <SignedOutLinks returnTo={returnTo} />
          )}
        </HeaderMenu>
      </div>
    </header>
  )
}
