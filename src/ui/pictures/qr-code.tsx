import { encodeQR } from 'qr'

/** The width of the white border that the standard requires, in squares of the code. */
const border = 4

/** Returns the rows of a QR code with its border: whether each square is dark. */
export const encodeQrRows = (text: string): boolean[][] => encodeQR(text, 'raw', { ecc: 'medium', border })

/** A text as a QR code, drawn as one path. */
export const QrCode = ({ text, className }: { text: string; className?: string | undefined }) => {
  const rows = encodeQrRows(text)
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className={className} viewBox={`0 0 ${rows.length} ${rows.length}`} aria-hidden>
      <rect width="100%" height="100%" fill="var(--code-ground)" />
      <path d={path} fill="var(--code)" shapeRendering="crispEdges" />
    </svg>
  )
}
