import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import styles from './programme.module.css'

type NamedRow = { key: string; name: string; amount: number; short?: string; share?: number }

type Props = {
  title: string
  /** The headings of the table's columns. */
  heads: { name: string; amount: string; share?: string }
  rows: readonly NamedRow[]
  shape: 'columns' | 'rows'
  level?: 'h3' | 'h4'
  note?: ReactNode
}

/** Loads the chart library when it is needed. */
const useAmountChart = () =>
  useQuery({
    queryKey: ['admin', 'amount-chart'],
    queryFn: () => import('./amount-chart.tsx'),
    staleTime: Infinity,
    retry: false,
  })

/** Numbers as a chart, and in a table beside it. Without the chart the table still shows everything. */
export const ChartWithTable = ({ title, heads, rows, shape, level: Heading = 'h3', note }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const id = useId()
  const { data: loaded, error } = useAmountChart()
  const number = new Intl.NumberFormat(code)
  // An axis has room for a few characters: 1.2M.
  const short = new Intl.NumberFormat(code, { notation: 'compact' })
  const percent = new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 0 })
  const bars = rows.map((row) => ({ name: row.short ?? row.name, amount: row.amount }))
  return (
    <section className={styles.breakdown} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {note}
      <div className={styles.beside}>
        <div className={styles.chart}>
          {loaded && (
            // A screen reader reads the table instead.
            <div aria-hidden="true">
              <loaded.AmountChart bars={bars} shape={shape} format={(amount) => short.format(amount)} />
            </div>
          )}
          {!loaded && !error && <Spinner />}
          {error && <p>{t('admin.programme.noPicture')}</p>}
        </div>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{heads.name}</th>
              <th scope="col">{heads.amount}</th>
              {heads.share !== undefined && <th scope="col">{heads.share}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, amount, share }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{number.format(amount)}</td>
                {share !== undefined && <td>{percent.format(share)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
