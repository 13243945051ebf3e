import type { Theme } from '../../config/themes.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Choices, Part, PersonSnapshot } from '../../person/person.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { ActionRow, LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { listChosen, type ChoiceKind } from './choices-page.tsx'
import { jobTitles, toRowId, type ProfileJob } from './jobs.ts'
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
  isUnsaved: (job: ProfileJob) => boolean
  certificates: RowNote
  impact: RowNote
  theme: Theme | undefined
  account: AccountActions
}

const getValue = <T,>(part: Part<T>): T | undefined => (part.kind === 'ready' ? part.value : part.copy)

/** What the row of a job says: that something needs the coach, otherwise the given note. */
const useRowNotes = ({
  parts,
  offline,
  isUnsaved,
}: Pick<ProfileListProps, 'parts' | 'offline' | 'isUnsaved'>) => {
  const t = useTranslate()
  const ofPart = (job: keyof PersonSnapshot, note: string | undefined): RowNote => {
    if (isUnsaved(job)) return { note: t('profile.summary.unsaved'), needsAction: true }
    if (parts[job].kind === 'failed' && !offline)
      return { note: t('profile.summary.failed'), needsAction: true }
    return { note }
  }
  const listNames = (kind: ChoiceKind, choices: Choices | undefined) =>
    choices && (listChosen(kind, choices, t).join(', ') || t('profile.summary.noChoice'))
  return {
    details: ofPart('details', t('profile.summary.details')),
    learning: ofPart('learning', listNames('learning', getValue(parts.learning))),
    news: ofPart('news', listNames('news', getValue(parts.news))),
  }
}

/** A row that leads to a page of the profile. */
const JobRow = ({ job, note, needsAction = false }: RowNote & { job: Exclude<ProfileJob, 'data'> }) => {
  const t = useTranslate()
  return (
    <LinkRow
      id={toRowId(job)}
      to={t('profileSlug')}
      search={{ job }}
      icon={rowIcons[job]}
      label={t(jobTitles[job])}
      note={note}
      needsAction={needsAction}
    />
  )
}

/** Who the coach is, and a row for each of their jobs here. What cannot be undone comes last, without icons. */
export const ProfileList = ({ user, account, certificates, impact, theme, ...state }: ProfileListProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const rowNotes = useRowNotes(state)
  return (
    <div className={styles.list}>
      <PersonCard user={user} names={getValue(state.parts.details) ?? user} />
      <RowList title={t('profile.account')}>
        <JobRow job="details" {...rowNotes.details} />
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
        <JobRow job="certificates" {...certificates} />
        <JobRow job="impact" {...impact} />
        <JobRow job="learning" {...rowNotes.learning} />
        <JobRow job="news" {...rowNotes.news} />
      </RowList>
      <RowList title={t('profile.group.device')}>
        <JobRow job="appearance" note={t(`theme.${theme ?? 'system'}`)} />
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
        <JobRow job="help" note={t('profile.summary.help')} />
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
