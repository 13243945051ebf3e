import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
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

type NumbersProps = Omit<Props, 'title' | 'note'>

type ChartProps = Pick<NumbersProps, 'rows' | 'shape'> & {
  /** Undefined while the chart library loads. */
  chartModule: ReturnType<typeof useAmountChart>['data']
}

/** Reserves the height of the chart before its library loads, so that the content below does not jump. */
const Chart = ({ rows, shape, chartModule }: ChartProps) => {
  const { code } = useLocale()
  // An axis has room for a few characters only, for example 1.2M.
  const axisFormat = new Intl.NumberFormat(code, { notation: 'compact' })
  const bars = rows.map((row) => ({ name: row.shortName ?? row.name, amount: row.amount }))
  return (
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
  )
}

const NumbersTable = ({ headings, rows }: Pick<NumbersProps, 'headings' | 'rows'>) => {
  const { code } = useLocale()
  const numberFormat = new Intl.NumberFormat(code)
  const shareFormat = new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <table className={adminStyles.table}>
      <thead>
        <tr>
          <th scope="col">{headings.name}</th>
          <th scope="col">{headings.amount}</th>
          {headings.share !== undefined && <th scope="col">{headings.share}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, amount, share }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{numberFormat.format(amount)}</td>
            {share !== undefined && <td>{shareFormat.format(share)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows numbers in a chart and in a table. If the chart library cannot be loaded, a message replaces the chart. */
const ChartAndTable = ({ headings, rows, shape, foldsTable = false }: NumbersProps) => {
  const t = useTranslate()
  const { data: chartModule, error } = useAmountChart()
  const chart = error ? (
    <p>{t('admin.programme.noPicture')}</p>
  ) : (
    <Chart rows={rows} shape={shape} chartModule={chartModule} />
  )
  if (!foldsTable)
    return (
      <div className={styles.beside}>
        {chart}
        <NumbersTable headings={headings} rows={rows} />
      </div>
    )
  return (
    <div>
      {chart}
      <Disclosure open={error !== null} summary={t('admin.programme.asTable')}>
        <NumbersTable headings={headings} rows={rows.filter(({ amount }) => amount > 0)} />
      </Disclosure>
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
