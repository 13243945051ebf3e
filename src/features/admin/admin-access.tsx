import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { isAdminRole, type Role } from '../../contract/roles.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { OpenAdminPages } from '../../session/open-admin-pages.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { CodeStep, SetUpStep, SignInStep } from './access-steps.tsx'
import { AdminForbidden } from './admin-forbidden.tsx'
import { AdminIdentityProvider } from './admin-identity.ts'
import { canCall, type AdminPage } from './admin-pages.ts'
import { adminAccessKey } from './request-as-admin.ts'
import { LoadFailure } from './request-failure.tsx'

type Props = {
  adminId: string
  /** The role of the customer, as far as this device knows it. */
  role: Role
  /** The page that is shown, or undefined for the address above the pages. */
  page: AdminPage | undefined
  offline: boolean
  open: OpenAdminPages
  /** Resolves to how far the clock of this device is off, in ms. */
  measureClock: () => Promise<number>
  children: ReactNode
}

/**
 * Focuses the heading when `step` changes, because the focused element has disappeared with the previous step. A
 * visible element that has the focus, such as a link in the header, keeps it. Returns a ref for the container.
 */
const useHeadingFocus = (step: string) => {
  const container = useRef<HTMLDivElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    // The previous step was longer, so its scroll position would hide the heading of the refusal.
    if (step === 'forbidden') window.scrollTo({ top: 0, behavior: 'instant' })
    const focused = document.activeElement
    const isFocusVisible = focused !== document.body && !focused?.closest('[hidden]')
    if (isFocusVisible) return
    const headings = [...(container.current?.querySelectorAll<HTMLElement>('h1') ?? [])]
    const shownHeading = headings.find((heading) => !heading.closest('[hidden]'))
    shownHeading?.focus({ preventScroll: true })
  }, [step])
  return container
}

type OpenResult = Awaited<ReturnType<OpenAdminPages>>

/** Whether the server refuses all admin pages, or the role is too low for this one. */
const isRefused = (opened: OpenResult | undefined, role: Role, page: AdminPage | undefined): boolean => {
  if (!opened?.ok) return false
  return opened.value === 'forbidden' || (opened.value === 'open' && !!page && !canCall(role, page.call))
}

type RefetchOptions = { step: string; page: AdminPage | undefined; offline: boolean; refetch: () => unknown }

/**
 * Asks the server again when an admin who was refused opens another page, and when the server can be reached again
 * after a failure.
 */
const useRefetch = ({ step, page, offline, refetch }: RefetchOptions): void => {
  const previous = useRef({ page, offline })
  useEffect(() => {
    const isOtherPage = previous.current.page !== page
    const isOnlineAgain = previous.current.offline && !offline
    previous.current = { page, offline }
    if (offline) return
    if ((isOtherPage && step === 'forbidden') || (isOnlineAgain && step === 'failed')) void refetch()
  }, [step, page, offline, refetch])
}

/** Restores the document's title of the admin pages when they are shown again after another step. */
const useRestoredTitle = (isOpen: boolean) => {
  const title = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    if (title.current !== undefined) document.title = title.current
    return () => {
      title.current = document.title
    }
  }, [isOpen])
}

/**
 * Decides what to show: the page, a step before it, or a refusal. The role that this device knows may be outdated,
 * so the server is asked first. While offline, a coach without an admin role is refused at once.
 */
const useAccess = ({ adminId, role, page, offline, open }: Omit<Props, 'measureClock' | 'children'>) => {
  const isRefusedOffline = offline && !isAdminRole(role)
  const { data, refetch } = useQuery({
    queryKey: [...adminAccessKey, adminId],
    queryFn: ({ signal }) => open({ signal }),
    enabled: !isRefusedOffline,
    // The admin may have set up or removed the second factor since the last visit.
    gcTime: 0,
    staleTime: Infinity,
    // A coach comes back after sending the id of the account to a manager.
    refetchOnWindowFocus: ({ state }) => (isRefused(state.data, role, page) ? 'always' : false),
  })
  const getStep = () => {
    if (isRefusedOffline || isRefused(data, role, page)) return 'forbidden'
    if (!data) return 'loading'
    return data.ok ? data.value : 'failed'
  }
  const step = getStep()
  useRefetch({ step, page, offline, refetch })
  return { step, failure: data?.ok === false ? data.error : undefined, refetch }
}

/**
 * Shows the admin pages to an admin who has proved a second factor, and whose role is high enough for the page.
 * Otherwise asks for a code, or links to the set-up of a second factor. If the second factor has to be proved again
 * later, the pages are only hidden, so that nothing typed there is lost.
 */
export const AdminAccess = (props: Props) => {
  const { adminId, role, page, offline, open, measureClock, children } = props
  const t = useTranslate()
  const { step, failure, refetch } = useAccess(props)
  const isOpen = step === 'open'
  const [hasOpened, setHasOpened] = useState(isOpen)
  // After a refusal, the pages are not only hidden but removed.
  const isRendered = step !== 'forbidden' && (isOpen || hasOpened)
  if (isRendered !== hasOpened) setHasOpened(isRendered)
  const container = useHeadingFocus(step)
  const identity = useMemo(() => ({ customerId: adminId, role }), [adminId, role])
  useRestoredTitle(isOpen)

  const renderStep = () => {
    if (isOpen) return null
    if (step === 'forbidden') return <AdminForbidden call={page?.call} offline={offline} />
    if (step === 'set-up') return <SetUpStep />
    if (step === 'sign-in') return <SignInStep />
    if (step === 'code')
      return (
        <CodeStep offline={offline} measureClock={measureClock} open={open} onDone={() => void refetch()} />
      )
    return (
      <Page title={t(page?.heading ?? 'admin.forbiddenTitle')} isCompact>
        {failure ? (
          <LoadFailure message={failure.message} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} />
        )}
      </Page>
    )
  }

  return (
    <AdminIdentityProvider value={identity}>
      <div ref={container}>
        {renderStep()}
        {isRendered && <div hidden={!isOpen}>{children}</div>}
      </div>
    </AdminIdentityProvider>
  )
}
