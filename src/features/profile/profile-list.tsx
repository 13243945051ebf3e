import type { ReactNode } from 'react'
import type { Theme } from '../../config/themes.ts'
import { isAdminRole } from '../../contract/roles.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { formatFullName } from '../../lib/text/full-name.ts'
import type { Choices, ProfilePart, PersonSnapshot } from '../../person/person.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { ActionRow, LinkRow, noIcon, RowList } from '../../ui/layout/row-list.tsx'
import { medalOutline } from '../../ui/pictures/medal-outline.tsx'
import { EmailAddress } from './email-address.tsx'
import { listChosen, type ChoiceKind } from './choices-page.tsx'
import { titleByPage, toRowId, type ProfilePage } from './profile-pages.ts'
import styles from './profile.module.css'
import { SignOutEverywhere, type AccountActions } from './sign-out-everywhere.tsx'

/** What a row says below its label. */
export type RowNote = { note?: string | undefined; needsAction?: boolean }

export type ProfileListProps = {
  user: CurrentUser
  /** The parts of the profile. Each is read from one service. */
  parts: PersonSnapshot
  offline: boolean
  /** Whether a page has changes that the coach has not saved. */
  isUnsaved: (page: ProfilePage) => boolean
  /** The notes of the rows of these pages. */
  certificates: RowNote
  impact: RowNote
  theme: Theme | undefined
  account: AccountActions
}

type Names = { firstName: string; lastName: string }

/** Returns the first letters of a coach's names. */
const toInitials = ({ firstName, lastName }: Names): string =>
  [firstName, lastName]
    .map((name) => /^./u.exec(name.trim())?.[0] ?? '')
    .join('')
    .toUpperCase()

/** Who the coach is: name, email address, and the country and language of the account. */
const PersonCard = ({ user, names }: { user: CurrentUser; names: Names }) => {
  const t = useTranslate()
  const name = formatFullName(names)
  return (
    <div className={styles.person}>
      <span className={styles.initials} translate="no" aria-hidden="true">
        {toInitials(names)}
      </span>
      <div className={styles.who}>
        {name !== '' && (
          <p className={styles.name} translate="no">
            {name}
          </p>
        )}
        <p>
          <EmailAddress email={user.email} />
        </p>
        <p>{t(`localeName.${user.locale}`)}</p>
      </div>
    </div>
  )
}

/** The outlines of the icons of the profile's rows, in a square of 24 units. */
const rowIcons = {
  details: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7.5 8.5a7.5 7.5 0 0 1 15 0" />,
  security: <path d="M6 11h12v9.5H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 14.5V17" />,
  country: (
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c4.5 5 4.5 12 0 17-4.5-5-4.5-12 0-17z" />
  ),
  certificates: medalOutline,
  impact: (
    <path d="M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6.5 8a6.5 6.5 0 0 1 13 0M16 5a3.3 3.3 0 0 1 0 6.2M17.5 13.8a6.5 6.5 0 0 1 4 5.7" />
  ),
  learning: (
    <path d="M9.5 20.5h5M12 3.5a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3.5z" />
  ),
  news: <path d="M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5" />,
  appearance: (
    <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  ),
  storage: (
    <path d="M5 6.5C5 5 8 4 12 4s7 1 7 2.5S16 9 12 9 5 8 5 6.5zm0 0v11C5 19 8 20 12 20s7-1 7-2.5v-11M5 12c0 1.5 3 2.5 7 2.5s7-1 7-2.5" />
  ),
  install: <path d="M7 3h10v18H7zM12 7v6.5m0 0L9.5 11m2.5 2.5 2.5-2.5M11 18h2" />,
  help: (
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.7a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.6v.3M12 16.6v.2" />
  ),
  signOut: <path d="M13 4.5H5v15h8M10 12h10.5m0 0L17 8.5m3.5 3.5L17 15.5" />,
  admin: <path d="m12 3.5 7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15 10" />,
} satisfies Record<string, ReactNode>

/** Returns the value of a part: read from the services, or else the copy on this device. */
const getValue = <T,>(part: ProfilePart<T>): T | undefined => (part.kind === 'ready' ? part.value : part.copy)

/** Returns the notes of the pages with a form: that the coach must act, otherwise a summary. */
const useRowNotes = ({
  parts,
  offline,
  isUnsaved,
}: Pick<ProfileListProps, 'parts' | 'offline' | 'isUnsaved'>) => {
  const t = useTranslate()
  const getNote = (page: keyof PersonSnapshot, summary: string | undefined): RowNote => {
    if (isUnsaved(page)) return { note: t('profile.summary.unsaved'), needsAction: true }
    if (parts[page].kind === 'failed' && !offline)
      return { note: t('profile.summary.failed'), needsAction: true }
    return { note: summary }
  }
  const listInterests = (kind: ChoiceKind, choices: Choices | undefined) =>
    choices && (listChosen(kind, choices, t).join(', ') || t('profile.summary.noChoice'))
  return {
    details: getNote('details', t('profile.summary.details')),
    learning: getNote('learning', listInterests('learning', getValue(parts.learning))),
    news: getNote('news', listInterests('news', getValue(parts.news))),
  }
}

/** A row that links to a page of the profile. */
const PageRow = ({ page, note, needsAction = false }: RowNote & { page: Exclude<ProfilePage, 'data'> }) => {
  const t = useTranslate()
  return (
    <LinkRow
      id={toRowId(page)}
      to={t('profileSlug')}
      search={{ job: page }}
      icon={rowIcons[page]}
      label={t(titleByPage[page])}
      note={note}
      needsAction={needsAction}
    />
  )
}

/**
 * Shows who the coach is, and a row for each page and action of the profile. Actions that cannot be undone
 * come last, without icons, but in line with the other rows.
 */
export const ProfileList = ({ user, account, certificates, impact, theme, ...state }: ProfileListProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const rowNotes = useRowNotes(state)
  return (
    <div className={styles.list}>
      <PersonCard user={user} names={getValue(state.parts.details) ?? user} />
      <RowList title={t('profile.account')}>
        <PageRow page="details" {...rowNotes.details} />
        <PageRow page="security" note={t('profile.summary.security')} />
        <LinkRow
          to="change-location"
          // The page that the coach returns to, in the chosen locale.
          search={{ from: t('profileSlug') }}
          icon={rowIcons.country}
          label={t('profile.country')}
          note={t(`localeName.${code}`)}
        />
      </RowList>
      <RowList title={t('profile.group.programme')}>
        <PageRow page="certificates" {...certificates} />
        <PageRow page="impact" {...impact} />
        <PageRow page="learning" {...rowNotes.learning} />
        <PageRow page="news" {...rowNotes.news} />
      </RowList>
      <RowList title={t('profile.group.device')}>
        <PageRow page="appearance" note={t(`theme.${theme ?? 'system'}`)} />
        <LinkRow
          to="storage"
          icon={rowIcons.storage}
          label={t('storage.link')}
          note={t('profile.summary.storage')}
        />
        <LinkRow
          to="install"
          icon={rowIcons.install}
          label={t('install.title')}
          note={t('profile.summary.install')}
        />
      </RowList>
      <RowList>
        <PageRow page="help" note={t('profile.summary.help')} />
        {isAdminRole(user.role) && (
          <LinkRow
            to="admin"
            icon={rowIcons.admin}
            label={t('header.admin')}
            note={t('profile.summary.admin')}
          />
        )}
      </RowList>
      <RowList>
        <ActionRow icon={rowIcons.signOut} label={t('profile.signOut')} onPress={account.onSignOut} />
      </RowList>
      <RowList>
        <LinkRow
          id={toRowId('data')}
          to={t('profileSlug')}
          search={{ job: 'data' }}
          icon={noIcon}
          label={t('profile.data')}
          note={t('profile.summary.data')}
          quiet
        />
        <SignOutEverywhere {...account} />
        <LinkRow to="delete-account" icon={noIcon} label={t('deleteAccount.title')} quiet />
      </RowList>
    </div>
  )
}
