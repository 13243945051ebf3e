import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts'

/** A bar with its name as it is shown. */
export type Bars = readonly { name: string; amount: number }[]

type Props = {
  bars: Bars
  /** Columns stand beside each other, as months do; rows have room for names. */
  shape: 'columns' | 'rows'
  format: (amount: number) => string
}

const text = { fill: 'var(--ink-soft)', fontSize: 13 }
/** px of a row, and of what is below all of them */
const rowHeight = 40
const axisHeight = 40
/** px */
const columnsHeight = 320
/** px beside the rows: names of places are wrapped in it, numbers of options need less */
const nameWidth = 112
const numberWidth = 32

/** Bars, in a file of their own: the library that draws them is downloaded by admins only. */
export const BarPicture = ({ bars, shape, format }: Props) => {
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
        // The table beside it says the same to a screen reader and a keyboard.
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
