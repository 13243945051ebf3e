import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { getChartHeight, type ChartShape } from './chart-height.ts'

type Props = {
  bars: readonly { name: string; amount: number }[]
  shape: ChartShape
  formatAmount: (amount: number) => string
}

const tickStyle = { fill: 'var(--ink-soft)', fontSize: 13 }
/** In px: the width of the axis with the names of the rows. Long names wrap within it. */
const nameAxisWidth = 112
/** In px: the width of the same axis if the names are the numbers of a question's options. */
const optionNumberAxisWidth = 32
/** In px: the width of the axis with the amounts of the columns. */
const amountAxisWidth = 48

/** A bar chart. This file is loaded on demand, so that only admins download the chart library. */
export const AmountChart = ({ bars, shape, formatAmount }: Props) => {
  const isRows = shape === 'rows'
  const hasOptionNumbers = bars.every(({ name }) => /^\d+$/.test(name))
  const nameAxis = { dataKey: 'name', type: 'category', tick: tickStyle, tickLine: false } as const
  const amountAxis = {
    type: 'number',
    tick: tickStyle,
    tickFormatter: formatAmount,
    allowDecimals: false,
  } as const
  return (
    <ResponsiveContainer width="100%" height={getChartHeight(shape, bars.length)}>
      <BarChart
        data={[...bars]}
        // Named after the direction in which Recharts lists the bars: rows are listed vertically.
        layout={isRows ? 'vertical' : 'horizontal'}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        // Screen readers and keyboards use the table next to the chart, which has the same numbers.
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={isRows} horizontal={!isRows} />
        {isRows ? <XAxis {...amountAxis} /> : <XAxis {...nameAxis} interval="equidistantPreserveStart" />}
        {isRows ? (
          <YAxis
            {...nameAxis}
            interval={0}
            width={hasOptionNumbers ? optionNumberAxisWidth : nameAxisWidth}
          />
        ) : (
          <YAxis {...amountAxis} width={amountAxisWidth} />
        )}
        <Bar dataKey="amount" fill="var(--primary)" radius={4} maxBarSize={28} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}
