import { rgb, type PDFPage } from '@cantoo/pdf-lib'
import { encodeQR } from 'qr'
import { sealShapes, sealSize } from '../../ui/pictures/seal.tsx'

/** The light colours `--ink`, `--ink-soft`, `--highlight` and `--primary` of `ui/styles/tokens.css`. */
export const textColor = rgb(16 / 255, 35 / 255, 63 / 255)
export const mutedColor = rgb(68 / 255, 86 / 255, 111 / 255)
const sunColor = rgb(1, 197 / 255, 61 / 255)
export const pitchColor = rgb(11 / 255, 122 / 255, 75 / 255)

export const white = rgb(1, 1, 1)

/** In points: from the edges of the page to the frame. */
export const margin = 28
/** The width of the seal in points. */
export const sealWidth = 80
/** The side of the QR code in points: large enough for a phone at arm's length. */
export const qrCodeSize = 104

/** Draws two borders around the page, and a green band along the upper one. */
export const drawFrame = (page: PDFPage) => {
  const { width, height } = page.getSize()
  const drawBorder = (inset: number, thickness: number, color: typeof textColor) =>
    page.drawRectangle({
      x: inset,
      y: inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      borderColor: color,
      borderWidth: thickness,
    })
  drawBorder(margin, 3, textColor)
  drawBorder(margin + 7, 1, sunColor)
  page.drawRectangle({
    x: margin + 1.5,
    y: height - margin - 17,
    width: width - 2 * margin - 3,
    height: 16,
    color: pitchColor,
  })
}

/** Draws the seal. `position` is its upper left corner. */
export const drawSeal = (page: PDFPage, position: { x: number; y: number }) => {
  const colours = { ink: textColor, pitch: pitchColor, sun: sunColor }
  for (const { colour, path } of sealShapes)
    page.drawSvgPath(path, { ...position, scale: sealWidth / sealSize.width, color: colours[colour] })
}

/** Draws a QR code. `x` and `y` are its lower left corner. */
export const drawQrCode = (page: PDFPage, text: string, { x, y }: { x: number; y: number }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  /** The side of one square of the code. */
  const side = qrCodeSize / rows.length
  const path = rows
    .flatMap((row, top) =>
      row.flatMap((isDark, left) =>
        isDark ? [`M${left * side} ${top * side}h${side}v${side}h-${side}z`] : [],
      ),
    )
    .join('')
  // The position of an SVG path is its upper left corner.
  page.drawSvgPath(path, { x, y: y + qrCodeSize, color: rgb(0, 0, 0) })
}
