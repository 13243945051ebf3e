import { useState } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { withoutOverrides } from '../../lib/shown-name.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './certificate.module.css'
import type { CourseCertificate } from './use-certificate.ts'

/** The most characters of a name on paper. */
const longestName = 100

/** Asks for the name that the certificate shall bear, which does not change with the profile, and requests it. */
export const CertificateRequest = ({
  request,
  name,
  label,
}: Pick<CourseCertificate, 'request'> & {
  /** The name in the profile. */
  name: string
  label: MessageId
}) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const [typed, setTyped] = useState(name)
  const [failure, setFailure] = useState<MessageId>()
  return (
    <form
      className={styles.request}
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = withoutOverrides(typed).trim()
        if (wanted !== '' && !busy) run(async () => setFailure(await request(wanted)))
      }}
    >
      <TextField
        label={t('certificate.name')}
        hint={t('certificate.nameHint')}
        name="name"
        autoComplete="name"
        dir="auto"
        required
        maxLength={longestName}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" busy={busy}>
        {t(label)}
      </Button>
      {failure && <Notice tone="error">{t(failure)}</Notice>}
    </form>
  )
}
