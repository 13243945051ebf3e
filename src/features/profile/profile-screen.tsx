import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { CurrentUser } from '../../session/current-user.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useStore } from '../../lib/use-store.ts'
import type { Person, PersonSnapshot } from '../../person/person.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ThemeField, type ThemeFieldProps } from '../../ui/form/theme-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { BackToProfile } from './back-to-profile.tsx'
import { ChoicesPage } from './choices-page.tsx'
import { DataPage, type DataActions } from './data-page.tsx'
import { DetailsPage } from './details-page.tsx'
import { HelpPage } from './help-page.tsx'
import { jobTitles, toRowId, type ProfileJob } from './jobs.ts'
import { ProfileList, type RowNote } from './profile-list.tsx'
import styles from './profile.module.css'
import type { AccountActions } from './sign-out-everywhere.tsx'
import { useUnsaved } from './use-unsaved.ts'

type Props = {
  user: CurrentUser
  /** The page on the screen; undefined for the list of the pages. */
  job: ProfileJob | undefined
  certificates: RowNote & { content: ReactNode }
  /** The people the coach reaches. */
  impact: RowNote & { content: ReactNode }
  person: Person
  offline: boolean
  /** The theme of this device, which is not part of the account. */
  theme: ThemeFieldProps
  account: AccountActions
  data: DataActions
}

/**
 * Moves the focus to the heading of a page that is shown after the list, and back to the row of that page. Returns
 * a ref for the heading.
 */
const useJobFocus = (job: ProfileJob | undefined) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const previousJob = useRef(job)
  useEffect(() => {
    const previous = previousJob.current
    if (previous === job) return
    previousJob.current = job
    const row = job === undefined && previous !== undefined && document.getElementById(toRowId(previous))
    if (row) row.focus()
    else heading.current?.focus({ preventScroll: true })
  }, [job])
  return heading
}

/** Reads the parts that failed again when the connection is back. */
const useRetryOnline = (person: Person, parts: PersonSnapshot, offline: boolean) => {
  const hasFailedPart = Object.values(parts).some(({ kind }) => kind === 'failed')
  const retryFailedPart = useEffectEvent(() => hasFailedPart && void person.read())
  useEffect(() => {
    if (!offline) retryFailedPart()
  }, [offline])
}

const isMissing = (part: PersonSnapshot[keyof PersonSnapshot]) =>
  part.kind !== 'ready' && part.copy === undefined

/**
 * The coach's profile: the list of its pages, or one of them. Pages with a form stay in the document, so that
 * what was typed is still there after a look at another page.
 */
export const ProfileScreen = ({
  user,
  job,
  certificates,
  impact,
  person,
  offline,
  theme,
  account,
  data,
}: Props) => {
  const t = useTranslate()
  const heading = useJobFocus(job)
  const parts = useStore(person, person.snapshot)
  useRetryOnline(person, parts, offline)
  const { isUnsaved, mark, saving } = useUnsaved(parts)
  const pageOf = (ofJob: ProfileJob) => ({ hidden: job !== ofJob, className: styles.job })
  const formOf = (part: keyof PersonSnapshot) => ({
    offline,
    heading,
    onRetry: () => void person.read(part),
  })

  return (
    <Page
      title={t(job === undefined ? 'profile.title' : jobTitles[job])}
      headingRef={heading}
      {...(job !== undefined && { parentLink: <BackToProfile /> })}
    >
      <div hidden={job !== undefined} className={styles.job}>
        {offline && (
          <Notice tone="info">
            {t(Object.values(parts).some(isMissing) ? 'profile.offlineMissing' : 'profile.offline')}
          </Notice>
        )}
        <ProfileList
          {...{ user, parts, offline, isUnsaved, certificates, impact, account }}
          theme={theme.chosen}
        />
      </div>
      <div {...pageOf('details')} onInput={() => mark('details')}>
        <DetailsPage
          {...formOf('details')}
          user={user}
          part={parts.details}
          save={saving('details', person.saveDetails)}
        />
      </div>
      <div {...pageOf('learning')} onInput={() => mark('learning')}>
        <ChoicesPage
          {...formOf('learning')}
          kind="learning"
          part={parts.learning}
          save={saving('learning', person.saveLearning)}
        />
      </div>
      <div {...pageOf('news')} onInput={() => mark('news')}>
        <ChoicesPage
          {...formOf('news')}
          kind="news"
          part={parts.news}
          save={saving('news', person.saveNews)}
        />
      </div>
      <div {...pageOf('impact')}>{impact.content}</div>
      {job === 'certificates' && certificates.content}
      {job === 'appearance' && <ThemeField {...theme} />}
      {job === 'help' && <HelpPage />}
      {job === 'data' && <DataPage actions={data} />}
    </Page>
  )
}
