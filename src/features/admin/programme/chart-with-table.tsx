import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Fold } from '../../../ui/layout/fold.tsx'
import adminStyles from '../admin.module.css'
import { getChartHeight, type ChartShape } from './chart-height.ts'
import styles from './programme.module.css'

type Row = {
  key: string
  name: string
  amount: number
  /** A name for the chart, if `name` is too long for it. */
  shortName?: string
  /** From 0 to 1. */
  share?: number
}

type Props = {
  title: string
  /** The headings of the table's columns. */
  headings: { name: string; amount: string; share?: string }
  rows: readonly Row[]
  shape: ChartShape
  /** Whether the table is folded and leaves out rows of 0, because the chart shows the same numbers. */
  foldsTable?: boolean
  /** Shown between the title and the chart. */
  note?: ReactNode
}

/** Loads the chart library when the first chart is shown. */
const useAmountChart = () =>
  useQuery({
    queryKey: ['admin', 'amount-chart'],
    queryFn: () => import('./amount-chart.tsx'),
    staleTime: Infinity,
    retry: false,
  })

/** Shows numbers in a chart and in a table. If the chart library cannot be loaded, the table is enough. */
const ChartAndTable = ({ headings, rows, shape, foldsTable = false }: Omit<Props, 'title' | 'note'>) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { data: chartModule, error } = useAmountChart()
  const numberFormat = new Intl.NumberFormat(code)
  // An axis has room for a few characters only, for example 1.2M.
  const axisFormat = new Intl.NumberFormat(code, { notation: 'compact' })
  const shareFormat = new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 0 })
  const bars = rows.map((row) => ({ name: row.shortName ?? row.name, amount: row.amount }))
  const table = (
    <table className={adminStyles.table}>
      <thead>
        <tr>
          <th scope="col">{headings.name}</th>
          <th scope="col">{headings.amount}</th>
          {headings.share !== undefined && <th scope="col">{headings.share}</th>}
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(({ amount }) => amount > 0 || !foldsTable)
          .map(({ key, name, amount, share }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{numberFormat.format(amount)}</td>
              {share !== undefined && <td>{shareFormat.format(share)}</td>}
            </tr>
          ))}
      </tbody>
    </table>
  )
  return (
    <div className={foldsTable ? undefined : styles.beside}>
      {error ? (
        <p>{t('admin.programme.noPicture')}</p>
      ) : (
        // The height is reserved before the library loads, so that the content below does not jump.
        <div style={{ minBlockSize: getChartHeight(shape, rows.length) }}>
          {chartModule ? (
            // A screen reader reads the table instead.
            <div aria-hidden="true">
              <chartModule.AmountChart
                bars={bars}
                shape={shape}
                formatAmount={(amount) => axisFormat.format(amount)}
              />
            </div>
          ) : (
            <Spinner />
          )}
        </div>
      )}
      {foldsTable ? (
        <Fold open={error !== null} summary={t('admin.programme.asTable')}>
          {table}
        </Fold>
      ) : (
        table
      )}
    </div>
  )
}

/**
 * Numbers with a title. If all of them are 0, there is no chart and no table; without a note, a sentence
 * replaces them.
 */
export const ChartWithTable = ({ title, note, ...numbers }: Props) => {
  const t = useTranslate()
  const id = useId()
  const hasNumbers = numbers.rows.some(({ amount }) => amount > 0)
  return (
    <section className={styles.breakdown} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {note}
      {hasNumbers && <ChartAndTable {...numbers} />}
      {!hasNumbers && note === undefined && <p>{t('admin.programme.empty')}</p>}
    </section>
  )
}
