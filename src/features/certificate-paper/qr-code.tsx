import { encodeQR } from 'qr'

/** The white modules around a code that its standard requires. */
const border = 4

/** A text as a QR code, drawn as one path. */
export const QrCode = ({ text, className }: { text: string; className?: string | undefined }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className={className} viewBox={`0 0 ${rows.length} ${rows.length}`} aria-hidden>
      <rect width="100%" height="100%" fill="var(--code-ground)" />
      <path d={path} fill="var(--code)" shapeRendering="crispEdges" />
    </svg>
  )
}
