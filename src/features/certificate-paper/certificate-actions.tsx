import { useState } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useBusy } from '../../ui/use-busy.ts'

type Props = {
  pdf: () => Promise<File>
  /** Absent, like `print`, if the certificate itself is not shown. */
  save?: (file: File) => void
  /** Absent if this browser cannot share files. */
  share: ((file: File) => Promise<void>) | undefined
  print?: () => void
}

/** What a coach can do with a certificate: save it as a file, share it, print it. */
export const CertificateActions = ({ pdf, save, share, print }: Props) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<MessageId>()
  const withFile = (use: (file: File) => unknown) => () =>
    run(async () => {
      setFailure(undefined)
      try {
        await use(await pdf())
      } catch {
        // The PDF code may not have been downloaded before the connection was lost: printing needs nothing.
        setFailure('certificate.pdfFailed')
      }
    })
  return (
    <>
      <ButtonRow>
        {save && (
          <Button busy={busy} onClick={withFile(save)}>
            {t('certificate.download')}
          </Button>
        )}
        {share && (
          <Button variant="secondary" busy={busy} onClick={withFile(share)}>
            {t('certificate.share')}
          </Button>
        )}
        {print && (
          <Button variant="secondary" onClick={print}>
            {t('certificate.print')}
          </Button>
        )}
      </ButtonRow>
      {failure && <Notice tone="error">{t(failure)}</Notice>}
    </>
  )
}
