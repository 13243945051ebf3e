import { supportCode } from '../contract/support-code.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import styles from './support-code.module.css'

/** The code that a coach reads out to support to identify this device. */
export const SupportCode = ({ device }: { device: string }) => {
  const t = useTranslate()
  return (
    <p className={styles.support}>
      <span>{`${t('common.supportCode')}:`}</span>{' '}
      <strong className={styles.code} translate="no">
        {supportCode(device)}
      </strong>
    </p>
  )
}
