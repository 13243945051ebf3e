import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts'

/** Bars with their names as shown. */
export type Bars = readonly { name: string; amount: number }[]

type Props = {
  bars: Bars
  /** Columns are side by side, for months; rows have room for names. */
  shape: 'columns' | 'rows'
  format: (amount: number) => string
}

const text = { fill: 'var(--ink-soft)', fontSize: 13 }
/** px; the height of a row, and of the axis below the rows. */
const rowHeight = 40
const axisHeight = 40
/** px. */
const columnsHeight = 320
/** px beside the rows: names of places wrap within it, numbers of options need less. */
const nameWidth = 112
const numberWidth = 32

/** A bar chart, in a separate file so that only admins download its library. */
export const AmountChart = ({ bars, shape, format }: Props) => {
  const isRows = shape === 'rows'
  const areNumbers = bars.every(({ name }) => /^\d+$/.test(name))
  const names = { dataKey: 'name', type: 'category', tick: text, tickLine: false } as const
  const amounts = { type: 'number', tick: text, tickFormatter: format, allowDecimals: false } as const
  return (
    <ResponsiveContainer width="100%" height={isRows ? bars.length * rowHeight + axisHeight : columnsHeight}>
      <BarChart
        data={[...bars]}
        layout={isRows ? 'vertical' : 'horizontal'}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        // The table beside it gives a screen reader and a keyboard the same information.
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={isRows} horizontal={!isRows} />
        {isRows ? <XAxis {...amounts} /> : <XAxis {...names} interval="equidistantPreserveStart" />}
        {isRows ? (
          <YAxis {...names} interval={0} width={areNumbers ? numberWidth : nameWidth} />
        ) : (
          <YAxis {...amounts} width={48} />
        )}
        <Bar dataKey="amount" fill="var(--primary)" radius={4} maxBarSize={28} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}
