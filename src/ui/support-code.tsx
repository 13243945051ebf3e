import { formatSupportCode } from '../contract/support-code.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import styles from './support-code.module.css'

/** The code that identifies this device, which a coach reads out to the support team. */
export const SupportCode = ({ device }: { device: string }) => {
  const t = useTranslate()
  return (
    <p className={styles.support}>
      <span>{`${t('common.supportCode')}:`}</span>{' '}
      <strong className={styles.code} translate="no">
        {formatSupportCode(device)}
      </strong>
    </p>
  )
}
