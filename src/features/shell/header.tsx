import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { HeaderMenu } from './header-menu.tsx'
import styles from './header.module.css'
import { Logo } from './logo.tsx'
import { SignedInLinks } from './signed-in-links.tsx'
import { SignedOutLinks } from './signed-out-links.tsx'

/** On the pages of courses the header changes its colours (specification §2). */
export type HeaderTone = 'plain' | 'courses'

export type HeaderProps = {
  tone: HeaderTone
  signedIn: boolean
  /** Whether who is signed in is an admin. */
  admin?: boolean
  /** What tells the coach whether everything is saved. */
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
