import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts'

type Props = {
  bars: readonly { name: string; amount: number }[]
  /** `columns` stand next to each other, for months. `rows` have room for long names. */
  shape: 'columns' | 'rows'
  format: (amount: number) => string
}

const tickStyle = { fill: 'var(--ink-soft)', fontSize: 13 }
/** In px: the height of a row, and of the axis below the rows. */
const rowHeight = 40
const axisHeight = 40
/** In px: the height of a chart with columns. */
const columnsHeight = 320
/** In px: the width of the axis next to the rows. Place names wrap within it; option numbers need less. */
const nameWidth = 112
const numberWidth = 32

/** A bar chart. This file is loaded on demand, so that only admins download the chart library. */
export const AmountChart = ({ bars, shape, format }: Props) => {
  const isRows = shape === 'rows'
  const hasNumberNames = bars.every(({ name }) => /^\d+$/.test(name))
  const nameAxis = { dataKey: 'name', type: 'category', tick: tickStyle, tickLine: false } as const
  const amountAxis = { type: 'number', tick: tickStyle, tickFormatter: format, allowDecimals: false } as const
  return (
    <ResponsiveContainer width="100%" height={isRows ? bars.length * rowHeight + axisHeight : columnsHeight}>
      <BarChart
        data={[...bars]}
        layout={isRows ? 'vertical' : 'horizontal'}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        // Screen readers and keyboards use the table next to the chart, which has the same numbers.
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={isRows} horizontal={!isRows} />
        {isRows ? <XAxis {...amountAxis} /> : <XAxis {...nameAxis} interval="equidistantPreserveStart" />}
        {isRows ? (
          <YAxis {...nameAxis} interval={0} width={hasNumberNames ? numberWidth : nameWidth} />
        ) : (
          <YAxis {...amountAxis} width={48} />
        )}
        <Bar dataKey="amount" fill="var(--primary)" radius={4} maxBarSize={28} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}
