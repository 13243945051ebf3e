import { useState } from 'react'
import type { ApiFailure } from '../../contract/api-failure.ts'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { getApiMessage } from '../../session/auth-failure.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { getBrowserName } from './browser-name.ts'
import type { SignIn } from './read-sign-ins.ts'

export type EndSignInsDialogProps = {
  chosen: readonly SignIn[]
  /** Signs the coach out in other browsers. */
  end: (signIns: readonly SignIn[]) => Promise<Result<unknown, ApiFailure>>
  /** Reads the list of sign-ins again. Resolves to the new list. */
  onRetry: () => Promise<Result<readonly SignIn[], ApiFailure> | undefined>
  /** Whether some browsers need no code for a sign-in. They still need none after this sign-out. */
  hasRememberedDevices: boolean
  onEnded: () => void
  onCancel: () => void
}

/** Asks the coach to confirm the sign-out in other browsers. */
export const EndSignInsDialog = ({
  chosen,
  hasRememberedDevices,
  end,
  onRetry,
  onEnded,
  onCancel,
}: EndSignInsDialogProps) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<ApiFailure>()
  const onlyOne = chosen.length === 1 ? chosen[0] : undefined
  const confirm = async () => {
    setFailure(undefined)
    const result = await end(chosen)
    const updatedSignIns = await onRetry()
    // The sign-ins may have ended although the response was lost.
    const isChosen = ({ signed_in_at: time }: SignIn) =>
      chosen.some(({ signed_in_at: chosenTime }) => chosenTime === time)
    if (result.ok || (updatedSignIns?.ok && !updatedSignIns.value.some(isChosen))) onEnded()
    else setFailure(result.error)
  }
  return (
    <ConfirmDialog
      title={
        onlyOne ? t('signIns.endTitle', { name: getBrowserName(onlyOne, t) }) : t('signIns.endOthersTitle')
      }
      confirmLabel={t('signIns.end')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      onConfirm={() => run(confirm)}
      onCancel={onCancel}
    >
      {failure && <Notice tone="error">{t(getApiMessage(failure))}</Notice>}
      {onlyOne && <p>{t('signIns.since', { time: dateAndTime(Date.parse(onlyOne.signed_in_at)) })}</p>}
      <p>{t('signIns.endBody')}</p>
      {hasRememberedDevices && <p>{t('signIns.endRemembered')}</p>}
    </ConfirmDialog>
  )
}
