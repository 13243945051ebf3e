import type { ResponseOf } from '../../contract/product-api.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './admin.module.css'
import { runText } from './run-text.ts'

/** Which sequence numbers of a device are missing, and which are explained. */
export const DeviceGaps = ({
  device: { missing, discarded },
}: {
  device: ResponseOf<'syncDevice'>['device']
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  return (
    <section className={styles.section}>
      <h2>{t('admin.detail.gapsHeading')}</h2>
      <p>{t(missing.length === 0 ? 'admin.detail.noGaps' : 'admin.detail.gapsBody')}</p>
      {missing.length > 0 && <p className={styles.numbers}>{runText(missing, code)}</p>}
      {discarded.length > 0 && <p>{t('admin.detail.discarded', { numbers: runText(discarded, code) })}</p>}
    </section>
  )
}
