import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useIsWideScreen } from '../../ui/layout/use-is-wide-screen.ts'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import styles from './authenticator-key.module.css'

/**
 * Returns the link that adds an account to an authenticator app, in the Key URI format that Google
 * Authenticator has introduced.
 */
const createKeyUri = (issuer: string, email: string, secret: string): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

/** Groups of four characters, which are easier to type. */
const groupKey = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')

/**
 * Adds an account to an authenticator app: on this device by a link, on another one by a QR code or a key. On a
 * phone, where the app usually is, they are folded. `secret` is the key, in base32.
 */
export const AuthenticatorKey = ({ email, secret }: { email: string; secret: string }) => {
  const t = useTranslate()
  const isWideScreen = useIsWideScreen()
  const keyUri = createKeyUri(t('site.title'), email, secret)
  return (
    <Stack>
      <h2>{t('authenticator.addTitle')}</h2>
      {/* Not a link: third-party scripts report the addresses of links, and this one contains the key. */}
      <Button variant="secondary" onClick={() => location.assign(keyUri)}>
        {t('authenticator.open')}
      </Button>
      <p className={styles.hint}>{t('authenticator.openHint')}</p>
      <Disclosure summary={t('authenticator.otherDevice')} open={isWideScreen}>
        <p>{t('authenticator.scan')}</p>
        <QrCode className={styles.qrCode} text={keyUri} />
        <p>{t('authenticator.type')}</p>
        <p className={styles.key}>
          <code translate="no">{groupKey(secret)}</code>
          <CopyButton label={t('authenticator.copyKey')} getText={() => secret} />
        </p>
      </Disclosure>
      <h2>{t('authenticator.codeTitle')}</h2>
    </Stack>
  )
}
