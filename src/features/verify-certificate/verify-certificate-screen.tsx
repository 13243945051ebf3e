import { useState, type ReactNode } from 'react'
import { normalizeCertificateNumber } from '../../contract/certificate-number.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import styles from './verify-certificate.module.css'

/** Asks for the number of a certificate, to check whether it is genuine. `children` shows the result. */
export const VerifyCertificateScreen = ({
  number = '',
  onCheck,
  children,
}: {
  /** The number that is being looked up. */
  number?: string
  onCheck: (number: string) => void
  children?: ReactNode
}) => {
  const t = useTranslate()
  const [input, setInput] = useState(number)
  return (
    <Page
      title={t('verifyCertificate.title')}
      hasPicture
      {...(number === '' && { intro: t('verifyCertificate.intro') })}
    >
      {children}
      <form
        className={styles.form}
        data-only="screen"
        onSubmit={(event) => {
          event.preventDefault()
          const normalizedNumber = normalizeCertificateNumber(input)
          if (normalizedNumber !== '') onCheck(normalizedNumber)
        }}
      >
        <TextField
          label={t('verifyCertificate.number')}
          hint={t('verifyCertificate.numberHint')}
          name="number"
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
        />
        <Button type="submit">{t('verifyCertificate.check')}</Button>
      </form>
    </Page>
  )
}
