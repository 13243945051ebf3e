import { vitalNames, type VitalName } from '../../../contract/product-api/health-api.ts'
import {
  minVitalReports,
  type VitalSummary,
} from '../../../contract/product-api/admin/health-overview-api.ts'
import { rateVital } from '../../../contract/product-api/vital-ratings.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import adminStyles from '../admin.module.css'
import { formatVital } from './format-vital.ts'
import styles from './health.module.css'
import { ratingMessages } from './rating-messages.ts'
import { PageName } from './page-name.tsx'

type Props = {
  vitals: readonly VitalSummary[]
  vital: VitalName
  onChoose: (vital: VitalName) => void
}

/** Lists the pages with the worst values of one vital. */
export const PagesTable = ({ vitals, vital, onChoose }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const number = new Intl.NumberFormat(code)
  const routes = vitals.find((summary) => summary.vital === vital)?.routes ?? []
  return (
    <section className={adminStyles.section} aria-labelledby="pages">
      <h2 id="pages">{t('admin.health.pages')}</h2>
      <p className={adminStyles.small}>{t('admin.health.pagesBody', { count: minVitalReports })}</p>
      <SegmentedControl
        legend={t('admin.health.measure')}
        name="vital"
        options={vitalNames.map((value) => ({ value, label: value }))}
        chosen={vital}
        onChange={onChoose}
        pills
      />
      {routes.length === 0 ? (
        <p>{t('admin.health.noPages')}</p>
      ) : (
        <div className={adminStyles.box}>
          <table className={classNames(adminStyles.table, styles.pages)} aria-labelledby="pages">
            <thead>
              <tr>
                <th scope="col">{t('admin.health.page')}</th>
                <th scope="col">{t('admin.health.p75')}</th>
                <th scope="col">{t('admin.health.reportCount')}</th>
              </tr>
            </thead>
            <tbody>
              {routes.map(({ route, p75, count }) => (
                <tr key={route}>
                  <th scope="row">
                    <PageName route={route} />
                  </th>
                  <td>
                    <span>{formatVital(vital, p75, code)}</span>{' '}
                    <span className={styles.rating} data-rating={rateVital(vital, p75)}>
                      {t(ratingMessages[rateVital(vital, p75)])}
                    </span>
                  </td>
                  <td>{number.format(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
