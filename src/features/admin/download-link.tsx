import type { MouseEvent, ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { saveUrl } from '../../platform/save-file.ts'
import { buttonClass } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { AdminRequestError, getFailureMessage, type RequestAsAdmin } from './request-as-admin.ts'

/**
 * Downloads a file from the product API. A browser does not report to the page why a download failed. So a
 * click first makes a small API call (`check`), which needs the same role and whose response is not used. If the
 * call fails, the link shows why. The call also restores a session that the server has lost.
 */
export const DownloadLink = ({
  request,
  check = 'syncVersions',
  href,
  children,
}: {
  request: RequestAsAdmin
  check?: 'syncVersions' | 'roles'
  href: string
  children: ReactNode
}) => {
  const t = useTranslate()
  const { run } = useBusy()

  const download = async () => {
    try {
      // A signal is required, but nothing cancels this call.
      await request(check, {}, new AbortController().signal)
      // An empty name: the response contains the name of the file.
      saveUrl(href, '')
    } catch (error) {
      notify.error(t(error instanceof AdminRequestError ? getFailureMessage(error) : 'error.unexpected'))
    }
  }
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    run(download)
  }

  return (
    <a className={buttonClass('secondary')} href={href} download onClick={onClick}>
      {children}
    </a>
  )
}
