import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Logo } from '../../ui/pictures/logo.tsx'
import { HeaderMenu } from './header-menu.tsx'
import styles from './header.module.css'

/** The links of a visitor: sign in, and sign up, which starts on the home page (specification §2). */
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

/** The links of a coach and of an admin. On a phone, the bottom bar and the profile have them instead. */
const SignedInLinks = ({
  admin,
  part: currentPart,
  slug,
  onSignOut,
}: Pick<HeaderProps, 'admin' | 'part' | 'slug' | 'onSignOut'>) => {
  const t = useTranslate()
  const { hasFootballInHeader } = useLocale()
  const footballLink = { to: t('footballCourseSlug'), label: t('header.footballCourse') }
  // The football course is a part of the courses, and its own link marks itself.
  const isPartMarked = !(hasFootballInHeader && slug === footballLink.to)
  // Not `admin/sync`, so that this is the current link on each page of admins.
  const adminLink = { to: 'admin', label: t('header.admin') }
  const links: { to: string; label: string; part?: string }[] = [
    { part: 'courses', to: t('coursesHomeSlug'), label: t('header.courses') },
    ...(hasFootballInHeader ? [footballLink] : []),
    { part: 'drills', to: 'drills', label: t('drills.title') },
    { part: 'files', to: 'files', label: t('header.files') },
    { part: 'profile', to: t('profileSlug'), label: t('header.profile') },
    ...(admin ? [adminLink] : []),
  ]
  return (
    <nav className={styles.row} aria-label={t('header.navigation')}>
      <ul className={styles.links}>
        {links.map(({ part, to, label }) => (
          <li key={label}>
            {/* The link marks itself on its own page and on pages whose address begins with its address. */}
            <LocaleLink
              to={to}
              className={styles.link}
              aria-current={(part && part === currentPart && isPartMarked) || undefined}
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
      </ul>
    </nav>
  )
}

/**
 * Inside the app the header has another logo and other colours than on the public pages, as the specification
 * requires of the courses (§2).
 */
type HeaderTone = 'plain' | 'app'

export type HeaderProps = {
  tone: HeaderTone
  signedIn: boolean
  /** The page that a visitor asked for before signing in. */
  returnTo?: string | undefined
  admin?: boolean
  /** The part of the app that the page belongs to. */
  part?: string | undefined
  /** The slug in the address of the page, if it is translated. */
  slug?: string | undefined
  /** Shows whether everything is saved. */
  syncChip: ReactNode
  onSignOut: () => void
}

/** The top of every page: the logo, whether everything is saved, and the links. */
export const Header = ({
  tone,
  signedIn,
  returnTo,
  admin = false,
  part,
  slug,
  syncChip,
  onSignOut,
}: HeaderProps) => {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <header className={classNames(styles.header, tone === 'app' && styles.app)}>
      <div className={classNames(styles.bar, signedIn && styles.noMenu)}>
        <Link
          to={signedIn ? '/$locale/$slug' : '/$locale/'}
          params={{ locale: locale.code, slug: t('coursesHomeSlug') }}
          className={styles.home}
          aria-label={t('header.logoHome', { site: t('site.title') })}
        >
          <Logo onDark={tone === 'app'} />
        </Link>
        <div className={styles.chip}>{syncChip}</div>
        {signedIn ? (
          <SignedInLinks admin={admin} part={part} slug={slug} onSignOut={onSignOut} />
        ) : (
          <HeaderMenu>
            <SignedOutLinks returnTo={returnTo} />
          </HeaderMenu>
        )}
      </div>
    </header>
  )
}
