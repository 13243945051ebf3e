import { useNavigate, useRouteContext, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { loadOutbox } from './load-outbox.ts'

/**
 * Keeps whether the sheet of the outbox is open. Navigation, for example by a link in the sheet, closes it.
 */
export const useOutboxSheet = () => {
  const href = useRouterState({ select: ({ location }) => location.href })
  /** Whether the sheet is open, and the URL of the page over which it was opened. */
  const [state, setState] = useState({ href, open: false })
  // React allows setting state while rendering. Without this, Back to this page would reopen the sheet.
  if (state.href !== href) setState({ href, open: false })
  return {
    open: state.open && state.href === href,
    onOpen: () => setState({ href, open: true }),
    onClose: () => setState({ href, open: false }),
  }
}

/**
 * Shows the outbox over the current page, which keeps its state. Code and data are loaded when it opens. If
 * that fails, the page of the outbox opens instead and describes the failure.
 */
export const OutboxSheet = ({
  open,
  onClose,
  customer,
}: {
  open: boolean
  onClose: () => void
  customer: string
}) => {
  const { services } = useRouteContext({ from: '__root__' })
  const { locale } = useRouteContext({ from: '/$locale' })
  const t = useTranslate()
  const navigate = useNavigate()
  const [content, setContent] = useState<ReactNode>()

  const load = useEffectEvent(async (): Promise<ReactNode> => {
    const { Outbox } = await import('./outbox-content.tsx')
    const data = await loadOutbox(services, locale.code)
    return <Outbox customer={customer} {...data} />
  })
  const openPage = useEffectEvent(() => navigate({ to: '/$locale/outbox', params: { locale: locale.code } }))
  useEffect(() => {
    if (!open) return undefined
    // False once the sheet is closed, which may happen before its content is loaded.
    let isOpen = true
    load().then(
      (loaded) => {
        if (isOpen) setContent(loaded)
      },
      () => {
        if (isOpen) void openPage()
      },
    )
    return () => {
      isOpen = false
      setContent(undefined)
    }
  }, [open])

  return (
    <Dialog sheet open={open} onClose={onClose} title={t('outbox.title')}>
      {content ?? <Spinner />}
    </Dialog>
  )
}
