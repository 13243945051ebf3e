const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached formatter, because creating one can take a tenth of a second on a slow phone. */
export const getDateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, options])
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}
