/** In px: the height of a row, and of the axis below the rows. */
const rowHeight = 40
const axisHeight = 40
/** In px: the height of a chart with columns. */
const columnsHeight = 240

/** The direction of the bars. `columns` stand next to each other, for months. `rows` have room for long names. */
export type ChartShape = 'columns' | 'rows'

/** The height of a chart in px. The page reserves it before the chart library has loaded. */
export const getChartHeight = (shape: ChartShape, barCount: number): number =>
  shape === 'rows' ? barCount * rowHeight + axisHeight : columnsHeight
