import type { MouseEvent, ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { saveAddress } from '../../platform/save-file.ts'
import { buttonClass } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { RequestFailed, requestMessage, type RequestAsAdmin } from './request-as-admin.ts'

/**
 * Lets the browser save a file of the product API. A failed download gives no reason, so the session is
 * checked first; the check restores a session that the server has lost.
 */
export const DownloadLink = ({
  request,
  href,
  children,
}: {
  request: RequestAsAdmin
  href: string
  children: ReactNode
}) => {
  const t = useTranslate()
  const { run } = useBusy()

  const download = async () => {
    try {
      await request('syncVersions', {}, new AbortController().signal)
      saveAddress(href, '')
    } catch (error) {
      notify.error(t(error instanceof RequestFailed ? requestMessage(error) : 'error.unexpected'))
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
