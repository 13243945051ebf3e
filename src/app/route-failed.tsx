import { useRouteContext, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageFailed } from '../features/shell/page-failed.tsx'
import { CatalogueMissing } from '../i18n/catalogue-missing.ts'
import { consoleLog } from '../platform/log.ts'

/** What browsers say when a part of the program could not be downloaded. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)

/** In place of a page that failed; the rest of the app goes on. */
export const RouteFailed = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { services } = useRouteContext({ from: '__root__' })
  useEffect(() => consoleLog.error('A page failed', { reason: String(error) }), [error])
  const offline = error instanceof CatalogueMissing ? error.reason === 'offline' : isMissingPart(error)
  return (
    <PageFailed
      offline={offline && !services.connectivity.state().online}
      onRetry={() => {
        // A part that failed to download stays failed until the page is loaded anew.
        if (isMissingPart(error)) location.reload()
        reset()
        void router.invalidate()
      }}
    />
  )
}
