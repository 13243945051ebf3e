import { useId, type ReactNode } from 'react'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import adminStyles from '../admin.module.css'
import styles from './programme.module.css'

type Row = {
  key: string
  name: string
  amount: number
  /** From 0 to 1. */
  share?: number
}

type Props = {
  title: string
  /** The headings of the table's columns. */
  headings: { name: string; amount: string; share?: string }
  rows: readonly Row[]
  /** Shown between the title and the table. */
  note?: ReactNode
}

/** A table with a bar in each row. A bar shows the share, or without one the amount beside the largest one. */
const NumbersTable = ({ headings, rows }: Pick<Props, 'headings' | 'rows'>) => {
  const { code } = useLocale()
  const numberFormat = new Intl.NumberFormat(code)
  const shareFormat = new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 0 })
  const largest = Math.max(...rows.map(({ amount }) => amount))
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
            <th scope="row">
              <span>{name}</span>
              <span className={styles.track} aria-hidden="true">
                <span style={{ inlineSize: `${100 * (share ?? amount / largest)}%` }} />
              </span>
            </th>
            <td>{numberFormat.format(amount)}</td>
            {share !== undefined && <td>{shareFormat.format(share)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Numbers with a title. If all of them are 0, there is no table; without a note, a sentence replaces it. */
export const BarTable = ({ title, note, headings, rows }: Props) => {
  const t = useTranslate()
  const id = useId()
  const hasNumbers = rows.some(({ amount }) => amount > 0)
  return (
    <section className={styles.breakdown} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {note}
      {hasNumbers && <NumbersTable headings={headings} rows={rows} />}
      {!hasNumbers && note === undefined && <p>{t('admin.programme.empty')}</p>}
    </section>
  )
}
