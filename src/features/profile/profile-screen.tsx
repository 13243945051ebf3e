import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { CurrentUser } from '../../session/current-user.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useStore } from '../../lib/use-store.ts'
import type { Person, PersonSnapshot } from '../../person/person.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { ThemeFieldProps } from '../../ui/form/theme-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AppearancePage } from './appearance-page.tsx'
import { BackToProfile } from './back-to-profile.tsx'
import { ChoicesPage } from './choices-page.tsx'
import { DataPage, type DataActions } from './data-page.tsx'
import { DetailsPage } from './details-page.tsx'
import { HelpPage } from './help-page.tsx'
import { ProfileList, type RowNote } from './profile-list.tsx'
import { BesideProfileMenu } from './profile-menu.tsx'
import type { ProfilePage } from './profile-pages.ts'
import { titleByPage, toRowId } from './profile-rows.ts'
import styles from './profile.module.css'
import type { AccountActions } from './sign-out-everywhere.tsx'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

type Props = {
  user: CurrentUser
  /** The page on the screen, from the URL parameter of this name, or undefined for the list of the pages. */
  job: ProfilePage | undefined
  certificates: RowNote & { content: ReactNode }
  /** The row and the page about how many people the coach reaches. */
  impact: RowNote & { content: ReactNode }
  /** The page about how the coach signs in. It reads when it is shown. */
  security: ReactNode
  person: Person
  offline: boolean
  /** The theme of this device, which is not part of the account. */
  theme: ThemeFieldProps
  account: AccountActions
  data: DataActions
}

/**
 * Moves the focus to the heading of a page when it is shown, and back to the page's row when the list is
 * shown again. Returns a ref for the heading.
 */
const usePageFocus = (page: ProfilePage | undefined) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const previousPage = useRef(page)
  useEffect(() => {
    const previous = previousPage.current
    if (previous === page) return
    previousPage.current = page
    const isBackAtList = page === undefined && previous !== undefined
    const row = isBackAtList && document.getElementById(toRowId(previous))
    if (row) row.focus()
    else heading.current?.focus({ preventScroll: true })
  }, [page])
  return heading
}

/** Reads the profile again when the server can be reached again, if a part could not be read. */
const useRetryOnline = (person: Person, parts: PersonSnapshot, isOffline: boolean) => {
  const hasFailedPart = Object.values(parts).some(({ kind }) => kind === 'failed')
  const retryFailedPart = useEffectEvent(() => hasFailedPart && void person.read())
  useEffect(() => {
    if (!isOffline) retryFailedPart()
  }, [isOffline])
}

/** Whether a part was neither read from the services nor saved on this device. */
const isMissing = (part: PersonSnapshot[keyof PersonSnapshot]) =>
  part.kind !== 'ready' && part.copy === undefined

/**
 * The coach's profile: the list of its pages, or one of them. Pages with a form stay in the document, so that
 * what was typed is still there after a look at another page.
 */
export const ProfileScreen = ({
  user,
  job: page,
  certificates,
  impact,
  security,
  person,
  offline,
  theme,
  account,
  data,
}: Props) => {
  const t = useTranslate()
  const heading = usePageFocus(page)
  const parts = useStore(person, person.snapshot)
  useRetryOnline(person, parts, offline)
  const { isUnsaved, markUnsaved, wrapSave } = useUnsavedChanges(parts)
  const getPageProps = (id: ProfilePage) => ({ hidden: page !== id, className: styles.job })
  const getFormProps = (part: keyof PersonSnapshot) => ({
    offline,
    heading,
    onRetry: () => void person.read(part),
  })

  return (
    <BesideProfileMenu current={page}>
      <Page
        title={t(page === undefined ? 'profile.title' : titleByPage[page])}
        headingRef={heading}
        isCompact
        // The groups of the list are in two columns.
        wide={page === undefined}
        {...(page !== undefined && { parentLink: <BackToProfile /> })}
      >
        <div hidden={page !== undefined} className={styles.job}>
          {offline && (
            <Notice tone="info">
              {t(Object.values(parts).some(isMissing) ? 'profile.offlineMissing' : 'profile.offline')}
            </Notice>
          )}
          <ProfileList
            user={user}
            parts={parts}
            offline={offline}
            isUnsaved={isUnsaved}
            certificates={certificates}
            impact={impact}
            theme={theme.chosen}
            account={account}
          />
        </div>
        <div {...getPageProps('details')} onInput={() => markUnsaved('details')}>
          <DetailsPage
            {...getFormProps('details')}
            user={user}
            part={parts.details}
            save={wrapSave('details', person.saveDetails)}
          />
        </div>
        <div {...getPageProps('learning')} onInput={() => markUnsaved('learning')}>
          <ChoicesPage
            {...getFormProps('learning')}
            kind="learning"
            part={parts.learning}
            save={wrapSave('learning', person.saveLearning)}
          />
        </div>
        <div {...getPageProps('news')} onInput={() => markUnsaved('news')}>
          <ChoicesPage
            {...getFormProps('news')}
            kind="news"
            part={parts.news}
            save={wrapSave('news', person.saveNews)}
          />
        </div>
        <div {...getPageProps('impact')}>{impact.content}</div>
        {page === 'certificates' && certificates.content}
        {page === 'appearance' && <AppearancePage {...theme} />}
        {page === 'security' && security}
        {page === 'help' && <HelpPage />}
        {page === 'data' && <DataPage actions={data} />}
      </Page>
    </BesideProfileMenu>
  )
}
