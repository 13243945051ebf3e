const channels = (colour: string) =>
  [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)

/** Relative luminance (WCAG 2.2) of a colour as `#rrggbb`. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours as `#rrggbb`, from 1 to 21 (WCAG 2.2). */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
