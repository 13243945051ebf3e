import type { Theme } from '../../config/themes.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Choices, Part, PersonSnapshot } from '../../person/person.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { ActionRow, LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { listChosen, type ChoiceKind } from './choices-page.tsx'
import { titleByPage, toRowId, type ProfilePage } from './jobs.ts'
import { PersonCard } from './person-card.tsx'
import styles from './profile.module.css'
import { rowIcons } from './row-icons.tsx'
import { SignOutEverywhere, type AccountActions } from './sign-out-everywhere.tsx'

/** What a row says below its label. */
export type RowNote = { note?: string | undefined; needsAction?: boolean }

export type ProfileListProps = {
  user: CurrentUser
  parts: PersonSnapshot
  offline: boolean
  /** Whether a page has changes that the coach has not saved. */
  isUnsaved: (page: ProfilePage) => boolean
  certificates: RowNote
  impact: RowNote
  theme: Theme | undefined
  account: AccountActions
}

const getValue = <T,>(part: Part<T>): T | undefined => (part.kind === 'ready' ? part.value : part.copy)

/** Returns the notes of the pages with a form: that something needs the coach, otherwise a summary. */
const useRowNotes = ({
  parts,
  offline,
  isUnsaved,
}: Pick<ProfileListProps, 'parts' | 'offline' | 'isUnsaved'>) => {
  const t = useTranslate()
  const getNote = (page: keyof PersonSnapshot, note: string | undefined): RowNote => {
    if (isUnsaved(page)) return { note: t('profile.summary.unsaved'), needsAction: true }
    if (parts[page].kind === 'failed' && !offline)
      return { note: t('profile.summary.failed'), needsAction: true }
    return { note }
  }
  const listNames = (kind: ChoiceKind, choices: Choices | undefined) =>
    choices && (listChosen(kind, choices, t).join(', ') || t('profile.summary.noChoice'))
  return {
    details: getNote('details', t('profile.summary.details')),
    learning: getNote('learning', listNames('learning', getValue(parts.learning))),
    news: getNote('news', listNames('news', getValue(parts.news))),
  }
}

/** A row that leads to a page of the profile. */
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
 * come last, without icons.
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
        <LinkRow to="change-password" icon={rowIcons.password} label={t('signIn.password')} />
        <LinkRow
          to="change-location"
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
        {user.admin && (
          <LinkRow
            to="admin/sync"
            icon={rowIcons.admin}
            label={t('header.admin')}
            note={t('profile.summary.admin')}
          />
        )}
      </RowList>
      <RowList>
        <ActionRow label={t('profile.signOut')} onPress={account.onSignOut} />
      </RowList>
      <RowList>
        <LinkRow
          id={toRowId('data')}
          to={t('profileSlug')}
          search={{ job: 'data' }}
          label={t('profile.data')}
          note={t('profile.summary.data')}
          quiet
        />
        <SignOutEverywhere {...account} />
        <LinkRow to="delete-account" label={t('deleteAccount.title')} quiet />
      </RowList>
    </div>
  )
}
