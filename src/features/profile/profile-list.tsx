import type { Theme } from '../../config/themes.ts'
import { isAdminRole } from '../../contract/roles.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { formatFullName } from '../../lib/text/full-name.ts'
import type { Choices, ProfilePart, PersonSnapshot } from '../../person/person.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { ActionRow, LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { listChosen, type ChoiceKind } from './choices-page.tsx'
import type { ProfilePage } from './profile-pages.ts'
import { getRowLink, rowGroups, toRowId, type PageRow } from './profile-rows.ts'
import styles from './profile.module.css'
import { rowIcons } from './row-icons.tsx'
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
        {/* The page about the coach shows an address that is longer than the line. */}
        <p className={styles.email} title={user.email} translate="no">
          {user.email}
        </p>
        <p>{t(`localeName.${user.locale}`)}</p>
      </div>
    </div>
  )
}

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

type NotedRows = Partial<Record<PageRow, RowNote>>

/**
 * Shows who the coach is, and a row for each page and action of the profile. Actions that cannot be undone
 * come last, in a quieter style.
 */
export const ProfileList = ({ user, account, certificates, impact, theme, ...state }: ProfileListProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const notes: NotedRows = {
    ...useRowNotes(state),
    security: { note: t('profile.summary.security') },
    country: { note: t(`localeName.${code}`) },
    certificates,
    impact,
    appearance: { note: t(`theme.${theme ?? 'system'}`) },
    storage: { note: t('profile.summary.storage') },
    install: { note: t('profile.summary.install') },
    help: { note: t('profile.summary.help') },
    admin: { note: t('profile.summary.admin') },
    data: { note: t('profile.summary.data') },
  }
  const renderRow = (row: (typeof rowGroups)[number]['rows'][number], isQuiet: boolean) => {
    if (row === 'signOut')
      return (
        <ActionRow
          key={row}
          icon={rowIcons.signOut}
          label={t('profile.signOut')}
          onPress={account.onSignOut}
        />
      )
    if (row === 'signOutEverywhere') return <SignOutEverywhere key={row} {...account} />
    if (row === 'admin' && !isAdminRole(user.role)) return null
    return (
      <LinkRow
        key={row}
        id={toRowId(row)}
        {...getRowLink(row, t)}
        icon={rowIcons[row]}
        note={notes[row]?.note}
        needsAction={notes[row]?.needsAction ?? false}
        quiet={isQuiet}
      />
    )
  }
  return (
    <div className={styles.list}>
      <PersonCard user={user} names={getValue(state.parts.details) ?? user} />
      {rowGroups.map(({ title, rows, isQuiet = false }) => (
        <RowList key={rows[0]} {...(title && { title: t(title) })}>
          {rows.map((row) => renderRow(row, isQuiet))}
        </RowList>
      ))}
    </div>
  )
}
