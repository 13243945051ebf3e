/** Returns a function that keeps each formatter, because creating one can take a tenth of a second on a slow phone. */
const keepFormats = <Options, Format>(create: (locale: string, options: Options) => Format) => {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = JSON.stringify([locale, options])
    const format = formats.get(key) ?? create(locale, options)
    formats.set(key, format)
    return format
  }
}

export const getDateFormat = keepFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

export const getRelativeTimeFormat = keepFormats(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)
